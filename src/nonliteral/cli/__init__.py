"""The `nonliteral` command: one thin module a command, which parses, calls one function and prints.

Exit codes: 0 done; 1 the answer is no; 2 the user's mistake; 3 our fault; 130 Ctrl-C.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence

from nonliteral.errors import NonliteralError


def main(argv: Sequence[str] | None = None) -> int:
    """Run the command line and return its exit code."""
    arguments = list(sys.argv[1:] if argv is None else argv)
    debug = "--debug" in arguments or bool(os.environ.get("NONLITERAL_DEBUG"))
    arguments = [argument for argument in arguments if argument != "--debug"]
    try:
        from nonliteral.cli.app import run

        code = run(arguments)
        sys.stdout.flush()
        return code
    except NonliteralError as error:
        if debug:
            raise
        return _fail(str(error), error.exit_code)
    except KeyboardInterrupt:
        return _fail("Stopped. What was finished is kept; the same command goes on from there.", 130)
    except BrokenPipeError:
        # The reader of our output went away (`| head`): nothing is left to say to it.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except OSError as error:
        if debug:
            raise
        place = f" ({error.filename})" if error.filename else ""
        return _fail(f"{error.strerror or error}{place}.", 2)
    except Exception as error:
        if debug:
            raise
        return _fail(
            f"This is a fault of nonliteral, not yours: {type(error).__name__}: {error}\n"
            "Run the command again with --debug and report what it prints.",
            3,
        )


def _fail(message: str, code: int) -> int:
    sys.stderr.write(f"nonliteral: {message}\n")
    return code


def entry_point() -> None:
    """Run as the installed command."""
    sys.exit(main())
