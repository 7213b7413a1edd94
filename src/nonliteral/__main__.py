"""`python -m nonliteral` is the command."""

from nonliteral.cli import entry_point

if __name__ == "__main__":
    entry_point()
