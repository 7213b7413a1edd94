"""Studies: scoring, statistics, and the papers' analyses over runs."""
