"""The options of models, the same for every command that opens one; a kind takes those it understands."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any

import typer

Labels = Annotated[
    str | None, typer.Option(help="The model's classes by name, in its order, with commas between.")
]
BatchSize = Annotated[int | None, typer.Option(min=1, help="Pairs a batch.")]
MaxLength = Annotated[int | None, typer.Option(min=8, help="Tokens after which a pair is cut.")]
Threads = Annotated[int | None, typer.Option(min=1, help="Cores to use; all by default.")]
Form = Annotated[str | None, typer.Option(help="t5: the form of instruction.")]
BaseUrl = Annotated[str | None, typer.Option(help="chat: where the server is.")]
Prompts = Annotated[
    str | None,
    typer.Option(
        help="chat: a prompt's name or file; several with commas between are run each and compared."
    ),
]
LabelOrders = Annotated[
    str | None, typer.Option(help="chat: orders of the labels in the prompt, such as enc,cne, or `all`.")
]
Temperature = Annotated[float | None, typer.Option(min=0, help="chat: sampling temperature.")]
MaxTokens = Annotated[int | None, typer.Option(min=1, help="chat, t5: tokens of an answer.")]
Logprobs = Annotated[bool | None, typer.Option("--logprobs/--no-logprobs", help="chat: ask for log-probs.")]
Concurrency = Annotated[int | None, typer.Option(min=1, help="chat: requests at a time.")]
Retries = Annotated[int | None, typer.Option(min=0, help="chat: attempts after the first.")]
Timeout = Annotated[float | None, typer.Option(min=0.1, help="chat: seconds to wait for an answer.")]
Cache = Annotated[Path | None, typer.Option(help="chat: where answers are kept, so none is paid twice.")]
Offline = Annotated[
    bool | None,
    typer.Option("--offline", help="chat: answer from the cache only; hf, t5: from disk only."),
]
Price = Annotated[
    str | None, typer.Option(help="chat: price of a million tokens in and out, such as 0.15,0.60.")
]
Partial = Annotated[
    bool | None, typer.Option("--partial", help="predictions: take what matches, and count the rest.")
]


_PASSED_ON = (
    "labels", "batch_size", "max_length", "threads", "form", "base_url", "temperature", "max_tokens",
    "logprobs", "concurrency", "retries", "timeout", "cache", "offline", "price", "partial",
)  # fmt: skip


def collect(given: Mapping[str, Any]) -> dict[str, Any]:
    """Return the options of models among a command's arguments that were given, as models take them."""
    return {
        name: str(given[name]) if isinstance(given[name], Path) else given[name]
        for name in _PASSED_ON
        if given[name] is not None
    }


def plan_wordings(prompts: str | None, label_orders: str | None) -> dict[str, dict[str, str]]:
    """Return the options of each wording by the name of its folder; none for none asked for."""
    from nonliteral.models.prompts import read_orders

    if prompts is None and label_orders is None:
        return {}
    names = [name.strip() for name in (prompts or "zero-shot").split(",") if name.strip()]
    orders = read_orders(label_orders) if label_orders else [""]
    return {
        f"{Path(name).stem}-{order}" if order else Path(name).stem: {
            "prompt": name,
            **({"label_order": order} if order else {}),
        }
        for name in names
        for order in orders
    }
