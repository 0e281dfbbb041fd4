"""What every game shares: states, a sitting, exact odds, simulation and the table."""
