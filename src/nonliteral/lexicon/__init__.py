"""The lexicon: expressions with their definitions and pairs, and the vocabulary of the grammar.

The data lies in `data/` beside the code. A user's own lexicon is a file in the same form.
"""
