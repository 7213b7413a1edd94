"""What tests share: pairs to work with, and the public data when it is there."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from nonliteral.records import Pair, Source


def make_pair(**changes: object) -> Pair:
    """Return a valid pair with some keys changed."""
    keys: dict[str, object] = {
        "id": "spill-the-beans/figurative-definition/0123456789",
        "premise": "Mara spilled the beans at lunch.",
        "hypothesis": "Mara revealed the secret at lunch.",
        "label": "entailment",
        "phenomenon": "idiom",
        "method": "figurative-definition",
        "tier": "silver",
        "group": "spill-the-beans",
        "source": Source("nonliteral", "spill-the-beans", "CC-BY-4.0"),
        "features": {},
    }
    return Pair(**{**keys, **changes})  # type: ignore[arg-type]


@pytest.fixture(scope="session")
def public_data() -> Path:
    """The folder of public corpora; tests that need it are skipped where it is not."""
    place = os.environ.get("NONLITERAL_DATA")
    if not place:
        pytest.skip("NONLITERAL_DATA is not set")
    return Path(place)
