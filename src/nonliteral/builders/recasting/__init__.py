"""Recasting: corpora that people annotated, turned into pairs by template files.

A template says which corpus it reads and what premise, hypothesis and label are in terms of its fields; the
built-in recasts in `templates/` are such files, and a user's own is another. `docs/recasting.md` shows both.
"""
