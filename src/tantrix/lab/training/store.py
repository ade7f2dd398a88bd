"""A training run on disk: every chunk of games and fitted round is saved, so a kill costs only seconds.

A folder holds `training.json`, which describes the run, and for each fitted round `round-N.npz` and
`round-N.json`; an unfinished round has `games-N-FIRST.npy` instead, the samples of each chunk of its games.
"""

import json
from collections.abc import Mapping
from io import BytesIO
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

from tantrix._compile.records import Records
from tantrix._tools.atomic_files import atomic_write
from tantrix.lab.training.selfplay import Sample
from tantrix.robots.forecast.features import NAMES, Net
from tantrix.robots.forecast.weights import read_weights, write_weights

Facts = Mapping[str, Any]


class TrainStore:
    """The folder of a training run.

    `seconds`: processor time of the earlier processes whose work was saved. Raises ValueError if the folder
    holds a different run, or any run if it is not to be resumed; OSError if the folder cannot be used.
    """

    def __init__(self, folder: Path, facts: Facts, is_resumed: bool) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._facts = {**facts, "features": list(NAMES)}
        self.seconds = self._opened(is_resumed)

    def chunk(self, number: int, first: int) -> Records[Sample] | None:
        """Return the saved chunk of a round that begins with game `first`, or None."""
        path = self._chunk(number, first)
        if not path.exists():
            return None
        samples = np.load(path, allow_pickle=False)
        if samples.dtype != Sample.dtype:
            raise ValueError(f"expected samples of this version in {path}, got others: remove the folder")
        return Sample.view(samples)

    def keep_chunk(self, number: int, first: int, samples: Records[Sample]) -> None:
        """Save a chunk of games; it is on disk when this returns."""
        data = BytesIO()
        np.save(data, np.asarray(samples), allow_pickle=False)
        atomic_write(self._chunk(number, first), [data.getvalue()])
        self._write_facts()

    def round(self, number: int) -> tuple[Records[Net], Facts] | None:
        """Return the weights of a fitted round and its facts, or None."""
        path = self._folder / f"round-{number}.json"
        if not path.exists():
            return None
        nets, _made = read_weights(path.with_suffix(".npz").read_bytes())
        return nets, json.loads(path.read_text(encoding="utf-8"))

    def keep_round(self, number: int, nets: Records[Net], facts: Facts) -> None:
        """Save a fitted round in place of its games."""
        path = self._folder / f"round-{number}.json"
        write_weights(path.with_suffix(".npz"), nets, {})
        atomic_write(path, [json.dumps(facts).encode()])
        self._write_facts()
        for chunk in self._folder.glob(f"games-{number}-*.npy"):
            chunk.unlink()

    def _chunk(self, number: int, first: int) -> Path:
        return self._folder / f"games-{number}-{first}.npy"

    def _opened(self, is_resumed: bool) -> float:
        """Compare with the run in the folder, if there is one; return the seconds spent so far."""
        path = self._folder / "training.json"
        if not path.exists():
            atomic_write(path, [json.dumps({**self._facts, "seconds": 0.0}).encode()])
            return 0.0
        saved = json.loads(path.read_text(encoding="utf-8"))
        seconds = float(saved.pop("seconds"))
        for name, value in self._facts.items():
            if saved.get(name) != value:
                raise ValueError(
                    f"expected {path} to say {name} {value}, got {saved.get(name)}: a different training run"
                )
        if not is_resumed:
            raise ValueError(
                f"expected an empty folder, or --resume to continue, got the training run in {self._folder}"
            )
        return seconds

    def _write_facts(self) -> None:
        seconds = self.seconds + process_time()
        facts = {**self._facts, "seconds": seconds}
        atomic_write(self._folder / "training.json", [json.dumps(facts).encode()])
