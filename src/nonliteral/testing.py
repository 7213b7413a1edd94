"""Public fakes for people's own tests: an NLI model and an OpenAI-compatible chat server.

from nonliteral.testing import FakeChatServer, FakeModel

run = nonliteral.evaluate(FakeModel({("It rains.", "It pours."): "neutral"}), "suites", "run")

with FakeChatServer("entailment", faults=["429", "500"]) as server:
    nonliteral.evaluate("chat:any", "suites", "run", base_url=server.url)
"""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from math import log
from types import TracebackType
from typing import Any, Literal

from nonliteral.draw import Draw, stable_hash
from nonliteral.records import THREE_WAY, Label, Pair

Answer = Mapping[str, float] | str | None
Fault = Literal["429", "500", "503", "cut", "not-json", "empty", "slow", "drop", "401", "400"]


class FakeModel:
    """A model that answers what it is told to, and otherwise at random, always the same.

    `answers` maps (premise, hypothesis) to a label, to probabilities by label or to None for an
    answer that could not be read; or it is a function from a pair to one of these. `seen` keeps the
    batches it was given.
    """

    def __init__(
        self,
        answers: Mapping[tuple[str, str], Answer] | Callable[[Pair], Answer] | None = None,
        *,
        labels: Sequence[Label] = THREE_WAY,
        batch_size: int = 32,
        delay: float = 0.0,
        depends_on_batch: bool = False,
        name: str = "fake",
    ) -> None:
        self.labels = tuple(labels)
        self.batch_size = batch_size
        self.fingerprint = f"{stable_hash(name, *labels, depends_on_batch):016x}"
        self.seen: list[list[Pair]] = []
        self._answers = answers
        self._delay = delay
        self._depends_on_batch = depends_on_batch

    def predict(self, pairs: Sequence[Pair]) -> list[Answer]:
        """Return the answers for a batch."""
        self.seen.append(list(pairs))
        time.sleep(self._delay)
        # As dynamic int8 does: the same pair in other company gets another answer.
        mates = stable_hash(*(pair.premise for pair in pairs)) if self._depends_on_batch else 0
        return [self._answer(pair, mates) for pair in pairs]

    def _answer(self, pair: Pair, mates: int) -> Answer:
        if callable(self._answers):
            return self._answers(pair)
        if self._answers is not None and (pair.premise, pair.hypothesis) in self._answers:
            return self._answers[pair.premise, pair.hypothesis]
        draw = Draw(0, "fake", pair.premise, pair.hypothesis, mates)
        weights = [draw.uniform() + 0.01 for _ in self.labels]
        return {label: weight / sum(weights) for label, weight in zip(self.labels, weights, strict=True)}


class FakeChatServer:
    """A local server that speaks the OpenAI chat protocol, and misbehaves on demand.

    `answer` is a text, a list of texts given in turn, or a function from the request to a text.
    `faults` are played on the first requests, one each: an HTTP status ("429", "500", "503", "401",
    "400"), "cut" (JSON that breaks off), "not-json", "empty" (no choices), "slow" (an answer after
    `slowness` seconds), "drop" (the connection is closed). `rejects` are parameters that it does not
    know: a request with one is answered by a 400 that names it. `requests` keeps what was asked.
    """

    def __init__(
        self,
        answer: str | Sequence[str] | Callable[[dict[str, Any]], str] = "entailment",
        *,
        faults: Iterable[Fault] = (),
        retry_after: float | None = None,
        slowness: float = 1.0,
        logprobs: Mapping[str, float] | None = None,
        key: str | None = None,
        rejects: Iterable[str] = (),
    ) -> None:
        self.requests: list[dict[str, Any]] = []
        self.times: list[float] = []
        self.busiest = 0
        self._answer = answer
        self._faults = list(faults)
        self._retry_after = retry_after
        self._slowness = slowness
        self._logprobs = logprobs
        self._key = key
        self._rejects = tuple(rejects)
        self._lock = threading.Lock()
        self._busy = 0
        self._given = 0
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), self._make_handler())
        self._server.daemon_threads = True
        self._thread = threading.Thread(
            target=self._server.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True
        )

    @property
    def url(self) -> str:
        """The base address, as `--base-url` takes it."""
        return f"http://127.0.0.1:{self._server.server_address[1]}/v1"

    def __enter__(self) -> FakeChatServer:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def _make_handler(server: FakeChatServer) -> type[BaseHTTPRequestHandler]:  # noqa: N805
        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                """Answer one request."""
                body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
                server._serve(self, body)

            def log_message(self, *_: Any) -> None:
                """Say nothing: tests read `requests`."""

        return Handler

    def _serve(self, handler: BaseHTTPRequestHandler, body: bytes) -> None:
        request = json.loads(body)
        with self._lock:
            self.requests.append(request)
            self.times.append(time.monotonic())
            self._busy += 1
            self.busiest = max(self.busiest, self._busy)
            fault = self._faults.pop(0) if self._faults else None
        try:
            if self._key is not None and handler.headers.get("Authorization") != f"Bearer {self._key}":
                fault = "401"
            self._reply(handler, request, fault)
        except (BrokenPipeError, ConnectionResetError):
            handler.close_connection = True
        finally:
            with self._lock:
                self._busy -= 1

    def _reply(self, handler: BaseHTTPRequestHandler, request: dict[str, Any], fault: Fault | None) -> None:
        if fault == "drop":
            handler.close_connection = True
            handler.connection.close()
            return
        if fault in {"429", "500", "503", "401", "400"}:
            headers = {} if self._retry_after is None else {"Retry-After": f"{self._retry_after:g}"}
            error = json.dumps({"error": {"message": f"fault {fault}"}}).encode()
            self._send(handler, int(str(fault)), error, headers)
            return
        unknown = next((name for name in self._rejects if name in request), None)
        if unknown is not None:
            message = f"Unsupported parameter: '{unknown}' is not supported with this model."
            error = json.dumps({"error": {"message": message, "param": unknown}}).encode()
            self._send(handler, 400, error, {})
            return
        if fault == "slow":
            time.sleep(self._slowness)
        content = json.dumps(self._complete(request, empty=fault == "empty")).encode()
        if fault == "cut":
            content = content[: len(content) // 2]
        elif fault == "not-json":
            content = b"<html>Bad gateway</html>"
        self._send(handler, 200, content, {})

    def _complete(self, request: dict[str, Any], *, empty: bool) -> dict[str, Any]:
        with self._lock:
            number = self._given
            self._given += 1
        if callable(self._answer):
            text = self._answer(request)
        elif isinstance(self._answer, str):
            text = self._answer
        else:
            text = self._answer[number % len(self._answer)]
        choice: dict[str, Any] = {
            "index": 0,
            "message": {"role": "assistant", "content": text},
            "finish_reason": "stop",
        }
        if self._logprobs is not None and request.get("logprobs"):
            top = [{"token": token, "logprob": log(p)} for token, p in self._logprobs.items() if p > 0]
            choice["logprobs"] = {"content": [{**top[0], "top_logprobs": top}]}
        prompt = sum(len(str(message["content"]).split()) for message in request["messages"])
        return {
            "id": f"fake-{number}",
            "object": "chat.completion",
            "model": request.get("model", "fake"),
            "choices": [] if empty else [choice],
            "usage": {"prompt_tokens": prompt, "completion_tokens": len(text.split())},
        }

    @staticmethod
    def _send(handler: BaseHTTPRequestHandler, status: int, content: bytes, headers: dict[str, str]) -> None:
        handler.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            handler.send_header(name, value)
        handler.send_header("Content-Length", str(len(content)))
        handler.end_headers()
        handler.wfile.write(content)
