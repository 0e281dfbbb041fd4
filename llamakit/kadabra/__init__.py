"""LLAMA Kadabra: rules, exact odds, bots and pictures."""
