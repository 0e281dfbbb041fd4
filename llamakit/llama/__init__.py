"""L.L.A.M.A., the card game: rules, exact odds, bots and pictures."""
