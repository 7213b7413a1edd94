"""Prompts for chat models: text files with sections and two or three places to fill.

A file begins with `# answer:` (`label`, or `label and explanation`) and `# labels:`, then has the
sections `[system]`, `[user]` and `[assistant]` in the order of the talk. `{premise}` and
`{hypothesis}` are filled in, `{options}` becomes the labels, one a line, in the order asked for.
"""

from __future__ import annotations

import json
import re
from itertools import permutations
from pathlib import Path
from typing import Literal

import msgspec

from nonliteral.errors import InputError, UnknownNameError
from nonliteral.models.base import Guess
from nonliteral.models.labels import read_label
from nonliteral.records import Label, normalise_text

PROMPTS = Path(__file__).parent / "prompts" / "chat"

_SECTION = re.compile(r"^\[(system|user|assistant)\]\s*$")
_HEADER = re.compile(r"^#\s*(answer|labels)\s*:\s*(.+?)\s*$")
_WORD = re.compile(r"(?:no[nt]?[-_ ])?[A-Za-z]+")
_OR = re.compile(r"[*_\"'`]*\s*(?:,?\s*or\b|/)\W*([A-Za-z]+)")
_NEGATED = re.compile(r"\b(?:not|no|isn't|never|neither|nor|rather than|instead of)\W+(?:an?\W+|the\W+)?$")
_LEAD = re.compile(r"^(?:the\s+)?(?:label|answer|verdict|relation|output)\s*(?:is|:|=)\s*", re.IGNORECASE)


class Prompt(msgspec.Struct, frozen=True, kw_only=True):
    """A wording with one order of its labels."""

    name: str
    messages: list[tuple[Literal["system", "user", "assistant"], str]]
    labels: tuple[Label, ...]
    explains: bool

    def fill(self, premise: str, hypothesis: str) -> list[dict[str, str]]:
        """Return the messages for a pair."""
        texts = {
            "{premise}": premise,
            "{hypothesis}": hypothesis,
            "{options}": "\n".join(f"- {label}" for label in self.labels),
        }

        def put(text: str) -> str:
            # All at once: a premise may well hold the text "{hypothesis}".
            return re.sub(r"\{(?:premise|hypothesis|options)\}", lambda found: texts[found[0]], text)

        return [{"role": role, "content": put(text)} for role, text in self.messages]

    def read(self, text: str) -> Guess:
        """Return what an answer says; an answer from which no one label can be read is unreadable."""
        label, rest = read_answer(text, self.labels)
        explanation = normalise_text(rest) if self.explains or label is None else ""
        return Guess(label, None, explanation or None)


def read_answer(text: str, labels: tuple[Label, ...]) -> tuple[Label | None, str]:
    """Return the label that an answer gives, and what is said after it.

    The label must come first, or be the only one that the first line speaks of without denying it.
    """
    given = _read_json(text)
    if given is not None:
        label = read_label(str(given.get("label", "")))
        explanation = str(given.get("explanation") or "")
        return (label if label in labels else None), explanation
    bare = _LEAD.sub("", text.strip().lstrip("*_#>\"'`-( \n")).lstrip("*_\"'`([ ")
    found = _WORD.match(bare)
    label = read_label(found[0]) if found and len(found[0]) > 1 else None
    if found and label in labels:
        rest = bare[found.end() :]
        other = _OR.match(rest)
        if other and read_label(other[1]) is not None:
            return None, text
        return label, rest.lstrip("*_\"'`.:;,)]!- \n")
    first = text.strip().split("\n")[0]
    mentioned: set[Label] = set()
    for match in _WORD.finditer(first):
        label = read_label(match[0]) if len(match[0]) > 1 else None
        if label is None:
            continue
        if label not in labels or _NEGATED.search(first[: match.start()].casefold()):
            return None, text
        mentioned.add(label)
    return (mentioned.pop(), text) if len(mentioned) == 1 else (None, text)


def _read_json(text: str) -> dict[str, object] | None:
    found = re.search(r"\{.*\}", text, re.DOTALL)
    if not found:
        return None
    try:
        value = json.loads(found[0])
    except ValueError:
        return None
    return value if isinstance(value, dict) and "label" in value else None


def prompt_names() -> list[str]:
    """Return the names of the prompts that come with the package."""
    return sorted(path.stem for path in PROMPTS.glob("*.txt"))


def load_prompt(name: str, order: str = "") -> Prompt:
    """Return a prompt by name or file, its labels in an order such as `enc` (their first letters)."""
    path = Path(name) if name.endswith(".txt") else PROMPTS / f"{name}.txt"
    if not path.exists():
        raise UnknownNameError("prompt", name, prompt_names(), advice="A .txt file of your own works too.")
    headers: dict[str, str] = {}
    messages: list[tuple[str, list[str]]] = []
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        section, header = _SECTION.match(line), _HEADER.match(line)
        if section:
            messages.append((section[1], []))
        elif messages:
            messages[-1][1].append(line)
        elif header:
            headers[header[1]] = header[2]
        elif line.strip() and not line.startswith("#"):
            raise InputError(
                f"{path}:{number}: text before the first section. Begin with [system] or [user]."
            )
    filled = [(role, "\n".join(lines).strip()) for role, lines in messages]
    asked = "".join(text for role, text in filled if role == "user")
    if "{premise}" not in asked or "{hypothesis}" not in asked:
        raise InputError(f"{path} must have {{premise}} and {{hypothesis}} in a [user] section.")
    labels = [
        read_label(word) for word in headers.get("labels", "entailment, neutral, contradiction").split(",")
    ]
    known = [label for label in labels if label is not None]
    if len(known) != len(labels) or len(set(known)) < 2:
        raise InputError(f"{path}: `# labels:` must name at least two labels of inference.")
    answer = headers.get("answer", "label")
    if answer not in {"label", "label and explanation"}:
        raise InputError(f"{path}: `# answer:` must be `label` or `label and explanation`, not {answer!r}.")
    return Prompt(
        name=path.stem,
        messages=[(role, text) for role, text in filled],  # type: ignore[misc]
        labels=_ordered(known, order),
        explains=answer != "label",
    )


def _ordered(labels: list[Label], order: str) -> tuple[Label, ...]:
    if not order:
        return tuple(labels)
    by_letter = {("x" if label == "non-entailment" else label[0]): label for label in labels}
    if sorted(order) != sorted(by_letter):
        raise InputError(
            f"The order {order!r} does not name each label once. Its letters are "
            + ", ".join(f"{letter} ({label})" for letter, label in by_letter.items())
            + "."
        )
    return tuple(by_letter[letter] for letter in order)


def read_orders(text: str) -> list[str]:
    """Return the orders in a `--label-orders` option; `all` is every order of three."""
    if text == "all":
        return ["".join(letters) for letters in permutations("enc")]
    return [part.strip() for part in text.split(",") if part.strip()]
