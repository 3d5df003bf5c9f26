"""What Inspect AI 0.3.285 requires of a JSON log (version 2), restated for what we write: nothing else passes.

Checked against `inspect_ai.log.read_eval_log`, `list_eval_logs` and `inspect_ai.analysis.samples_df`.
"""

from __future__ import annotations

import re
from datetime import datetime
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict

# How `list_eval_logs` knows a log by its name.
NAME = re.compile(r"\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d-\d\d-\d\d_[^_]+_[^_]+\.json")


class Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True, allow_inf_nan=False)


class ToolCall(Strict):
    id: str
    function: str
    arguments: dict[str, Any]
    type: Literal["function"]


class Message(Strict):
    role: Literal["user", "assistant", "tool"]
    content: str
    id: str
    source: Literal["input", "generate"] | None = None
    tool_calls: list[ToolCall] | None = None
    tool_call_id: str | None = None
    function: str | None = None


class Choice(Strict):
    message: Message
    stop_reason: Literal["stop", "unknown"]


class Output(Strict):
    model: str
    choices: list[Choice]
    completion: str


class Score(Strict):
    value: float
    answer: str
    explanation: str | None


class InfoData(Strict):
    kind: str
    seq: int
    payload: dict[str, Any]


class Info(Strict):
    event: Literal["info"]
    uuid: str
    timestamp: str
    working_start: float
    pending: bool
    source: str
    data: InfoData


class Limit(Strict):
    type: Literal["working"]
    limit: float


class Sample(Strict):
    id: str
    epoch: int
    input: str
    target: list[str]
    messages: list[Message]
    output: Output
    scores: dict[str, Score]
    metadata: dict[str, Any]
    store: dict[str, Any]
    events: list[Info]
    uuid: str
    started_at: str | None = None
    completed_at: str | None = None
    total_time: float | None = None
    working_time: float | None = None
    limit: Limit | None = None


class Dataset(Strict):
    name: str
    samples: int
    sample_ids: list[str]
    shuffled: bool


class Config(Strict):
    epochs: int
    working_limit: int | None


class Spec(Strict):
    eval_id: str
    run_id: str
    created: str
    task: str
    task_id: str
    task_version: int
    task_args: dict[str, Any]
    tags: list[str]
    dataset: Dataset
    model: str
    model_args: dict[str, Any]
    config: Config
    packages: dict[str, str]
    metadata: dict[str, Any]


class Step(Strict):
    solver: str
    params: dict[str, Any]


class Plan(Strict):
    name: str
    steps: list[Step]
    config: dict[str, Any]


class Metric(Strict):
    name: str
    value: float
    params: dict[str, Any]


class EvalScore(Strict):
    name: str
    scorer: str
    scored_samples: int
    unscored_samples: int
    params: dict[str, Any]
    metrics: dict[str, Metric]


class Results(Strict):
    total_samples: int
    completed_samples: int
    scores: list[EvalScore]


class Stats(Strict):
    started_at: str
    completed_at: str
    model_usage: dict[str, Any]


class InspectLog(Strict):
    version: Literal[2]
    status: Literal["started", "success"]
    eval: Spec
    plan: Plan
    results: Results
    stats: Stats
    samples: list[Sample]


# Inspect reads the header without the samples: they must come last.
ORDER = list(InspectLog.model_fields)


def check_times(log: InspectLog) -> None:
    """Every time is one with its zone, as Inspect wants them."""
    times = [log.eval.created, log.stats.started_at, log.stats.completed_at]
    for sample in log.samples:
        times += [sample.started_at or "", sample.completed_at or "", *(one.timestamp for one in sample.events)]
    for time in filter(None, times):
        assert datetime.fromisoformat(time).tzinfo is not None, time
