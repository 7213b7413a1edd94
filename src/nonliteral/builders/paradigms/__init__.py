"""Paradigms of implicature and presupposition from a grammar: the IMPPRES design and past it."""
