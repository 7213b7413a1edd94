"""Sentences a second of substitution, against plain `nlp.pipe` over the same sentences and results.

    python benchmarks/substitution.py [SENTENCES]

The bar is 0.8 of `nlp.pipe` with as many processes: parsing should be the only cost that shows. Sentences are
the bundled lexicon's own, each with running numbers so that none is parsed twice.
"""

from __future__ import annotations

import os
import sys
import time

from nonliteral.builders.substitution.building import Settings, build_pairs
from nonliteral.builders.substitution.explaining import Ledger
from nonliteral.builders.substitution.expressions import Lexicon
from nonliteral.builders.substitution.sources import Item, own_sentences
from nonliteral.english.parsing import available_cores, load_parser
from nonliteral.lexicon.entries import bundled_path, read_entries
from nonliteral.suites import Funnel


def make_items(count: int) -> tuple[Lexicon, list[Item]]:
    """Return a lexicon and `count` distinct sentences of it."""
    entries = list(read_entries(bundled_path("idioms"), Funnel()))
    own = list(own_sentences(entries))
    items = []
    for n in range(count):
        item = own[n % len(own)]
        text = (
            item.text if n < len(own) else f"In {1000 + n // len(own)}, {item.text[0].lower()}{item.text[1:]}"
        )
        items.append(Item(text, [], item.usage, item.expression, item.entry, item.source, None))
    return Lexicon(entries), items


def cpu_seconds() -> float:
    """Return the CPU seconds of this process and of those that it waited for."""
    times = os.times()
    return times.user + times.system + times.children_user + times.children_system


def main() -> int:
    """Print both rates and their ratio; exit 1 below the bar."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
    cores = available_cores()
    lexicon, items = make_items(count)
    import spacy

    plain = spacy.load(load_parser().path)
    warm = [item.text for item in items[:64]]
    list(plain.pipe(warm))
    list(build_pairs(items[:64], lexicon, Settings(workers=1), Ledger(Funnel())))

    begun = (time.perf_counter(), cpu_seconds())
    pairs = list(build_pairs(items, lexicon, Settings(workers=cores), Ledger(Funnel())))
    ours, our_cpu = time.perf_counter() - begun[0], cpu_seconds() - begun[1]
    texts = sorted({text for pair in pairs for text in (pair.premise, pair.hypothesis)})
    texts = sorted({*texts, *(item.text for item in items)})
    begun = (time.perf_counter(), cpu_seconds())
    for _ in plain.pipe(texts, n_process=cores, batch_size=256):
        pass
    theirs, their_cpu = time.perf_counter() - begun[0], cpu_seconds() - begun[1]
    ratio = theirs / ours
    print(f"{len(items):,} sentences, {len(pairs):,} pairs, {len(texts):,} distinct texts, {cores} cores")
    print(f"nlp.pipe      {len(texts) / theirs:8.0f} sentences a second")
    print(
        f"substitution  {len(texts) / ours:8.0f} sentences a second, {len(pairs) / ours:.0f} pairs a second"
    )
    print(f"ratio         {ratio:8.2f} by the clock (bar 0.80), {their_cpu / our_cpu:.2f} by CPU seconds")
    return 0 if ratio >= 0.8 else 1


if __name__ == "__main__":
    raise SystemExit(main())
