"""Substitution: definitions into the place of figurative expressions, in the sentences of a corpus.

`builder` plans suites; `building` goes the whole way from sentences to pairs; `drafting` takes one sentence;
`matching`, `context`, `replacing` and `verifying` are its four steps.
"""
