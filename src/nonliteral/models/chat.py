"""`chat:MODEL`: a chat model behind any OpenAI-compatible address.

Every answer is kept with its full request, so nothing is paid twice; what fails is tried again as
the server asks (`Retry-After`) or with growing pauses. An answer that cannot be read is null.
"""

from __future__ import annotations

import email.utils
import json
import math
import os
import re
import threading
import time
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import sleep
from typing import Any
from urllib.parse import urlsplit

from nonliteral.draw import Draw
from nonliteral.errors import InputError, ModelError
from nonliteral.files import encode_document, write_bytes
from nonliteral.models.addresses import ModelKind
from nonliteral.models.base import Guess, digest
from nonliteral.models.prompts import Prompt, load_prompt
from nonliteral.records import LABELS, Label, Pair

DEFAULT_URL = "https://api.openai.com/v1"
KEY_NAMES = ("NONLITERAL_API_KEY", "OPENAI_API_KEY")
_LONGEST_PAUSE = 120.0
_TOP = 10
_NOTES = {
    "max_tokens": "The server wants max_completion_tokens for max_tokens. If the model thinks before it "
    "answers, they count for that too: where answers come out empty, give more with --max-tokens.",
    "temperature": "The server takes no temperature: answers are at its own, and may differ from run to run.",
    "logprobs": "The server offers no log-probs: there are labels without probabilities.",
}
"""What may be spelt differently or left out where a server refuses it, and what that means."""


class _TryAgainError(Exception):
    """The server could not answer now."""

    def __init__(self, reason: str, pause: float | None = None) -> None:
        super().__init__(reason)
        self.pause = pause


class ChatModel:
    """A chat model, one prompt and one order of labels."""

    libraries = ("httpx",)
    batch_size = 64

    def __init__(
        self,
        name: str,
        *,
        base_url: str,
        key: str | None,
        prompt: Prompt,
        temperature: float | None = None,
        max_tokens: int | None = None,
        logprobs: bool | None = None,
        concurrency: int = 8,
        retries: int = 6,
        timeout: float = 60.0,
        cache: Path | None = None,
        offline: bool = False,
        price: tuple[float, float] | None = None,
        pause: float = 1.0,
    ) -> None:
        self.name = name
        self.base_url = base_url.rstrip("/")
        self.prompt = prompt
        self.labels: tuple[Label, ...] = tuple(label for label in LABELS if label in prompt.labels)
        self.fingerprint = digest(
            self.base_url, name, prompt.messages, prompt.labels, temperature or 0.0, max_tokens, logprobs
        )
        self._key = key
        self._temperature = temperature or 0.0
        self._max_tokens = max_tokens or (200 if prompt.explains else 16)
        self._wanted_logprobs = logprobs is not False
        # What the server does not take, learned from its refusals: a setting, or its older spelling.
        self._unwelcome: set[str] = set() if self._wanted_logprobs else {"logprobs"}
        # What the user asked for in so many words is not left out.
        self._insisted = {
            name
            for name, given in (("temperature", temperature is not None), ("logprobs", logprobs is True))
            if given
        }
        self._concurrency = concurrency
        self._retries = retries
        self._timeout = timeout
        self._cache = cache
        self._offline = offline
        self._price = price
        self._pause = pause
        self._client: Any = None
        self._lock = threading.Lock()
        self._noted: set[str] = set()
        self._figures = {
            "requests": 0,
            "from_cache": 0,
            "retries": 0,
            "prompt_tokens": 0,
            "completion_tokens": 0,
        }

    def figures(self) -> dict[str, Any]:
        """Return what was asked and paid in this session."""
        figures: dict[str, Any] = dict(self._figures)
        notes = [note for name, note in _NOTES.items() if name in self._noted]
        if notes:
            figures["notes"] = notes
        if self._price is not None:
            figures["cost"] = round(
                (figures["prompt_tokens"] * self._price[0] + figures["completion_tokens"] * self._price[1])
                / 1e6,
                6,
            )
        return figures

    def predict(self, pairs: Sequence[Pair]) -> list[Guess]:
        """Return the answers, several requests at a time."""
        with ThreadPoolExecutor(self._concurrency, thread_name_prefix="nonliteral-chat") as pool:
            futures = [pool.submit(self._judge, pair) for pair in pairs]
            try:
                return [future.result() for future in futures]
            except BaseException:
                for future in futures:
                    future.cancel()
                raise

    def close(self) -> None:
        """Close the connections to the server."""
        with self._lock:
            client, self._client = self._client, None
        if client is not None:
            client.close()

    def _judge(self, pair: Pair) -> Guess:
        response = self._complete(self.prompt.fill(pair.premise, pair.hypothesis))
        choice = response["choices"][0]
        guess = self.prompt.read(str(choice["message"].get("content") or ""))
        if guess.label is None:
            return guess
        probabilities = read_logprobs(choice.get("logprobs"), self.labels)
        return Guess(guess.label, probabilities, guess.explanation)

    def _complete(self, messages: list[dict[str, str]]) -> dict[str, Any]:
        request: dict[str, Any] = {
            "model": self.name,
            "messages": messages,
            "temperature": self._temperature,
            "max_tokens": self._max_tokens,
        }
        known = self._read_cache(request)
        if known is not None:
            response, sent = known
            self._note(sent)
            with self._lock:
                self._figures["from_cache"] += 1
            return response
        if self._offline:
            raise ModelError(
                f"An answer of chat:{self.name} is not in the cache ({self._cache}). "
                "Run once without --offline, or say where the cache is with --cache."
            )
        response, sent = self._ask_until_answered(request)
        self._note(sent)
        usage = response.get("usage") or {}
        with self._lock:
            self._figures["prompt_tokens"] += int(usage.get("prompt_tokens") or 0)
            self._figures["completion_tokens"] += int(usage.get("completion_tokens") or 0)
        self._write_cache(request, sent, response)
        return response

    def _note(self, sent: Mapping[str, Any]) -> None:
        """Remember what an answer was asked for without, so that the run can say so."""
        wanted = set(_NOTES) - (set() if self._wanted_logprobs else {"logprobs"})
        with self._lock:
            self._noted |= wanted - set(sent)

    def _ask_until_answered(self, request: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        draw = Draw(0, "pause", digest(request))
        for attempt in range(self._retries + 1):
            try:
                return self._ask(request)
            except _TryAgainError as error:
                if attempt == self._retries:
                    raise ModelError(
                        f"{self.base_url} failed (tries: {attempt + 1}), the last time with {error}. "
                        "Check that a server answers there (--base-url). What was answered is kept: run the "
                        "same command again to go on."
                    ) from None
                with self._lock:
                    self._figures["retries"] += 1
                growing = self._pause * 2**attempt * (0.75 + 0.5 * draw.uniform())
                sleep(min(_LONGEST_PAUSE, growing if error.pause is None else error.pause))
        raise AssertionError("unreachable")

    def _ask(self, request: dict[str, Any]) -> tuple[dict[str, Any], dict[str, Any]]:
        """Return an answer, and the request as it was sent."""
        import httpx

        sent = self._spell(request)
        with self._lock:
            if self._client is None:
                headers = {"Authorization": f"Bearer {self._key}"} if self._key else {}
                limits = httpx.Limits(max_connections=self._concurrency)
                self._client = httpx.Client(timeout=self._timeout, headers=headers, limits=limits)
            self._figures["requests"] += 1
        try:
            reply = self._client.post(f"{self.base_url}/chat/completions", json=sent)
        except httpx.TimeoutException:
            raise _TryAgainError(f"no answer within {self._timeout:g} s") from None
        except httpx.TransportError as error:
            raise _TryAgainError(f"a broken connection ({type(error).__name__}: {error})") from None
        if reply.status_code != 200:
            self._learn_from(reply, sent)
            return self._ask(request)
        try:
            response = reply.json()
        except ValueError:
            raise _TryAgainError("an answer that is not JSON") from None
        choices = response.get("choices") if isinstance(response, dict) else None
        if not choices or not isinstance(choices[0].get("message"), dict):
            raise _TryAgainError("an answer without any choice")
        return response, sent

    def _spell(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Return a request as this server takes it."""
        sent = {name: value for name, value in request.items() if name not in self._unwelcome}
        if "max_tokens" not in sent:
            sent["max_completion_tokens"] = request["max_tokens"]
        if "logprobs" not in self._unwelcome:
            sent |= {"logprobs": True, "top_logprobs": _TOP}
        return sent

    def _learn_from(self, reply: Any, sent: Mapping[str, Any]) -> None:
        """Raise what a status means; return if the request may be sent again in another spelling."""
        status = reply.status_code
        said = _message(reply)
        if status in {408, 409, 425, 429} or status >= 500:
            raise _TryAgainError(f"status {status}", read_retry_after(reply.headers.get("Retry-After")))
        if status in {401, 403}:
            raise ModelError(
                f"{self.base_url} does not accept the key (status {status}: {said}). "
                f"Set the right one in {KEY_NAMES[1]}."
            )
        if status == 404:
            raise ModelError(
                f"{self.base_url} knows no model {self.name!r} or has no chat there (status 404: {said}). "
                "Check the name, and that --base-url ends like /v1."
            )
        if status in {400, 422}:
            named = [
                name for name in _NOTES if name in sent and re.search(rf"\b{name}\b|top_{name}", reply.text)
            ]
            for name in named or ["logprobs"]:  # many servers say only that something is wrong
                if name not in sent:
                    break
                if name in self._insisted:
                    raise ModelError(
                        f"{self.base_url} does not take {name} (status {status}: {said}). Leave --{name} out."
                    )
                with self._lock:
                    self._unwelcome.add(name)
            else:
                return
        raise ModelError(f"{self.base_url} refuses the request (status {status}: {said}). Check the options.")

    def _cache_path(self, request: Mapping[str, Any]) -> Path | None:
        if self._cache is None:
            return None
        # An answer that was asked for without log-probs has none: it must not stand in for one that has.
        name = digest(self.base_url, request, self._wanted_logprobs)
        return self._cache / name[:2] / f"{name}.json"

    def _read_cache(self, request: Mapping[str, Any]) -> tuple[dict[str, Any], dict[str, Any]] | None:
        path = self._cache_path(request)
        if path is None or not path.exists():
            return None
        try:
            kept = json.loads(path.read_bytes())
            if kept["request"] != request or not isinstance(kept["response"]["choices"], list):
                return None
            return kept["response"], kept.get("sent") or dict.fromkeys(_NOTES)
        except (ValueError, KeyError, TypeError):
            return None  # not ours or not whole: ask again

    def _write_cache(
        self, request: Mapping[str, Any], sent: Mapping[str, Any], response: Mapping[str, Any]
    ) -> None:
        path = self._cache_path(request)
        if path is not None:
            kept = {"url": self.base_url, "request": request, "sent": sent, "response": response}
            write_bytes(path, encode_document(kept))


def _message(reply: Any) -> str:
    try:
        error = reply.json().get("error")
        said = error.get("message") if isinstance(error, dict) else error
    except (ValueError, AttributeError):
        said = None
    return str(said or reply.reason_phrase)[:200]


def read_retry_after(value: str | None) -> float | None:
    """Return the seconds that a `Retry-After` header asks for, given in seconds or as a date."""
    if value is None:
        return None
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    try:
        then = email.utils.parsedate_to_datetime(value)
    except (TypeError, ValueError):
        return None
    return max(0.0, then.timestamp() - time.time())


def read_logprobs(logprobs: Any, labels: Sequence[Label]) -> dict[str, float] | None:
    """Return probabilities from the log-probs of the token where the label begins, or None.

    A token counts for the one label that it begins; what is left over is shared out in proportion.
    """
    content = logprobs.get("content") if isinstance(logprobs, dict) else None
    for token in content or ():
        tops = token.get("top_logprobs") or [token]
        found = dict.fromkeys(labels, 0.0)
        for top in tops:
            piece = str(top.get("token", "")).strip().casefold().strip("\"'`*")
            meant = [label for label in labels if piece and label.startswith(piece)]
            if len(meant) == 1:
                found[meant[0]] += math.exp(min(0.0, float(top["logprob"])))
        own = str(token.get("token", "")).strip().casefold().strip("\"'`*")
        begins = [label for label in labels if own and label.startswith(own)]
        total = sum(found.values())
        if begins and total > 0:
            return {label: p / total for label, p in found.items()}
    return None


def default_cache() -> Path:
    """Return where answers are kept unless `--cache` says otherwise."""
    base = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(base) / "nonliteral" / "chat"


def open_chat(
    name: str,
    *,
    base_url: str | None = None,
    prompt: str = "zero-shot",
    label_order: str = "",
    temperature: float | None = None,
    max_tokens: int | None = None,
    logprobs: bool | None = None,
    concurrency: int = 8,
    retries: int = 6,
    timeout: float = 60.0,
    cache: str | None = None,
    offline: bool = False,
    price: str | None = None,
) -> ChatModel:
    """Open a chat model; the key comes from the environment, never from the command line."""
    if not name:
        raise InputError("chat: needs the model's name, as in chat:gpt-4o-mini.")
    address = base_url or os.environ.get("OPENAI_BASE_URL") or DEFAULT_URL
    if urlsplit(address).scheme not in {"http", "https"}:
        raise InputError(f"--base-url must begin with http:// or https://, not {address!r}.")
    key = next((os.environ[each] for each in KEY_NAMES if os.environ.get(each)), None)
    local = (urlsplit(address).hostname or "") in {"localhost", "127.0.0.1", "::1", "0.0.0.0"}
    if key is None and not local and not offline:
        raise ModelError(
            f"chat:{name} at {address} needs a key, and {KEY_NAMES[1]} is not set. "
            f"Set it with: export {KEY_NAMES[1]}=..."
        )
    return ChatModel(
        name,
        base_url=address,
        key=key,
        prompt=load_prompt(prompt, label_order),
        temperature=temperature,
        max_tokens=max_tokens,
        logprobs=logprobs,
        concurrency=concurrency,
        retries=retries,
        timeout=timeout,
        cache=Path(cache) if cache else default_cache(),
        offline=offline,
        price=_read_price(price),
    )


def _read_price(text: str | None) -> tuple[float, float] | None:
    if text is None:
        return None
    try:
        into, out = (float(part) for part in text.split(","))
    except ValueError:
        raise InputError(f"--price must be two numbers, as in 0.15,0.60, not {text!r}.") from None
    return into, out


KIND = ModelKind(
    addresses={"chat:MODEL": "A chat model at any OpenAI-compatible address (--base-url)"},
    needs="a server, and its key in the environment",
    open=open_chat,
)
