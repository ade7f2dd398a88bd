"""Training from nothing to the weights of the package, in steps that can be interrupted and go on."""

import json
import os
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
import torch

from research.eye.batches import ScenePool
from research.eye.network import Network, losses

LEARNING_RATE = 3e-3
N_WARMING = 60
FALLING = 0.25  # the share of the steps, at the end, over which the rate falls to nothing
LOG_EVERY = 25


@dataclass(frozen=True, slots=True)
class TrainingPlan:
    """How long to train, from which seed, and where the run's files are."""

    folder: Path
    n_steps: int
    seed: int = 1
    n_threads: int = 1


def train(plan: TrainingPlan) -> Network:
    """Train to the end of a plan, from the last checkpoint in its folder; interrupting loses a few steps."""
    cv2.setNumThreads(1)
    torch.set_num_threads(plan.n_threads)
    torch.manual_seed(plan.seed)
    network = Network()
    optimizer = torch.optim.AdamW(network.parameters(), lr=LEARNING_RATE, weight_decay=1e-4)
    pool = ScenePool(plan.folder / "scenes", plan.seed * 10_000_000)
    first = _restored(plan, network, optimizer)
    network.train()
    for step in _steps(plan, network, optimizer, pool, first):
        if step % LOG_EVERY == 0 or step == plan.n_steps:
            _save(plan, network, optimizer, step)
    return network


def log_path(folder: Path) -> Path:
    """Return the file that gets a line of JSON for every LOG_EVERY steps."""
    return folder / "log.jsonl"


def rate(step: int, n_steps: int) -> float:
    """Return the learning rate of a step: it rises, stays, and falls over the last quarter."""
    return LEARNING_RATE * min(1, (step + 1) / N_WARMING, (n_steps - step) / (FALLING * n_steps))


def _steps(
    plan: TrainingPlan, network: Network, optimizer: torch.optim.Optimizer, pool: ScenePool, first: int
) -> Iterator[int]:
    """Yield the number of steps done after each; write the log."""
    sums, began = np.zeros(4), time.monotonic()
    for step in range(first, plan.n_steps):
        for group in optimizer.param_groups:
            group["lr"] = rate(step, plan.n_steps)
        batch = [torch.from_numpy(np.ascontiguousarray(part)) for part in pool.batch(step)]
        costs = losses(network(batch[0]), *batch[1:])
        optimizer.zero_grad()
        costs.sum().backward()
        torch.nn.utils.clip_grad_norm_(network.parameters(), 5.0)
        optimizer.step()
        sums += costs.detach().numpy()
        if (step + 1) % LOG_EVERY == 0:
            done = {"step": step + 1, "rate": round(rate(step, plan.n_steps), 6)}
            names = ("centres", "ends", "vectors", "classes")
            done |= {name: round(float(cost) / LOG_EVERY, 4) for name, cost in zip(names, sums, strict=True)}
            _log(plan, done, time.monotonic() - began)
            sums[:] = 0
        yield step + 1


def _log(plan: TrainingPlan, done: dict[str, float], seconds: float) -> None:
    print(f"step {done['step']} of {plan.n_steps}, {seconds:.0f} s: {done}", flush=True)
    with log_path(plan.folder).open("a", encoding="utf-8") as log:
        log.write(json.dumps(done) + "\n")


def _save(plan: TrainingPlan, network: Network, optimizer: torch.optim.Optimizer, step: int) -> None:
    state = {"step": step, "network": network.state_dict(), "optimizer": optimizer.state_dict()}
    partial = plan.folder / "checkpoint.part"
    torch.save(state, partial)
    os.replace(partial, plan.folder / "checkpoint.pt")  # noqa: PTH105


def _restored(plan: TrainingPlan, network: Network, optimizer: torch.optim.Optimizer) -> int:
    """Load the last checkpoint; return its step, or 0. The log forgets the steps after it."""
    path, log = plan.folder / "checkpoint.pt", log_path(plan.folder)
    if not path.exists():
        log.unlink(missing_ok=True)
        return 0
    state = torch.load(path)
    network.load_state_dict(state["network"])
    optimizer.load_state_dict(state["optimizer"])
    step = int(state["step"])
    lines = log.read_text("utf-8").splitlines(keepends=True) if log.exists() else []
    log.write_text("".join(line for line in lines if json.loads(line)["step"] <= step), "utf-8")
    return step
