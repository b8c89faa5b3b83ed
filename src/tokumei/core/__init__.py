"""The types that everything else is made of; numpy only."""
