"""English, in one place: parsing, inflection, articles, casing, pronouns, antonyms, names.

Every module does one thing and refuses with `LanguageError` what it cannot do; `docs/english.md` shows
them all. Nothing heavy is loaded before it is used.
"""
