"""Robots that are programs: both ends of the engine protocol."""

import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import sleep

import pytest

from tantrix import Game, Rules
from tantrix.notation import print_position
from tantrix.robots import find
from tantrix.robots.endgame.robot import EndgameAnalyser
from tantrix.robots.engine.client import EngineError, External
from tantrix.robots.engine.server import EngineServer, parse_limits
from tantrix.robots.evaluation import Evaluation, Robot, ignore, never
from tantrix.robots.greedy import Greedy
from tests.support.play import RULE_SETS, play_out, random_play, random_start

SAMPLE = Path(__file__).parents[2] / "examples" / "sample_robot.py"
PATIENCE_S = 400.0  # a ceiling for a slow machine
READY = "print('ready', flush=True); input(); input(); input(); input(); "


def a_game(seed: int = 0) -> Game:
    return random_start(Rules(), Random(seed))[0]


def an_endgame() -> Game:
    return next(game for game in random_play(Rules(), Random(2)) if sum(map(len, game.hands)) == 4)


def patient(*arguments: str) -> External:
    return External((sys.executable, *arguments), PATIENCE_S, PATIENCE_S)


def program(code: str, seconds: float = PATIENCE_S) -> External:
    return External((sys.executable, "-c", code), seconds, PATIENCE_S, 0.0)


@pytest.mark.parametrize("rules", RULE_SETS[::7], ids=str)
def test_the_sample_plays_a_whole_game_with_greedy(rules: Rules) -> None:
    game, order = random_start(rules, Random(1))

    with patient(str(SAMPLE)) as sample:
        robots: list[Robot] = [sample, Greedy()] * 2
        over = play_out(game, order, robots[: rules.n_seats], Random(1))

    assert over.is_over


def test_the_sample_is_thirty_lines_and_does_not_use_this_package() -> None:
    text = SAMPLE.read_text()

    assert len(text.splitlines()) <= 30
    assert "import tantrix" not in text
    assert "from tantrix" not in text


def test_a_robot_of_ours_plays_the_same_through_the_protocol() -> None:
    game = a_game()
    ours = "from tantrix.cli import main; main()"

    with patient("-c", ours, "engine", "greedy") as outside:
        chosen = outside.choose(game, Random(5))

    assert chosen == find("greedy").choose(game, Random(Random(5).getrandbits(32)))


def test_a_closed_program_ends_and_restarts_for_the_next_choice() -> None:
    sample = patient(str(SAMPLE))
    first = sample.choose(a_game(), Random(1))
    sample.close()
    sample.close()

    assert sample.choose(a_game(), Random(1)) == first
    sample.close()


HANGS = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"])
open(sys.argv[1], "w").write(str(child.pid))
print("ready", flush=True)
while True:
    pass
"""
QUITS = HANGS[: HANGS.index("while")] + "sys.stdin.read()"


@pytest.mark.parametrize("code", [HANGS, QUITS], ids=["hangs", "quits"])
def test_a_program_that_ends_takes_the_programs_that_it_started_with_it(code: str, tmp_path: Path) -> None:
    named = tmp_path / "child"
    parent = External((sys.executable, "-c", code, str(named)), 0.1, PATIENCE_S, 0.0)
    with pytest.raises(EngineError, match="did not say 'best'"):
        parent.choose(a_game(), Random(1))

    child = Path(f"/proc/{named.read_text()}/stat")

    while child.exists() and child.read_text().rsplit(")")[1].split()[0] != "Z":
        sleep(0.01)  # until the kernel has ended it; if it never does, the time limit of tests applies


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("raise SystemExit(3)", "ended with status 3 before it said 'ready'"),
        (READY + "raise SystemExit(0)", "ended with status 0 before it said 'best'"),
        (READY + "print('best 99@0,0^0', flush=True); input()", r"answered '99@0,0\^0'.*1 to 64"),
        (READY + "print('best nothing', flush=True); input()", "answered 'nothing'.*a placement like"),
        (READY + "print('error no idea', flush=True); input()", "says: no idea"),
        (READY + "import sys; sys.stdout.buffer.write(b'\\xff\\n')", "before it said 'best'"),
    ],
)
def test_a_programs_error_is_named(code: str, message: str) -> None:
    with program(code) as robot, pytest.raises(EngineError, match=message):
        robot.choose(a_game(), Random(1))


def test_a_placement_that_is_not_legal_is_named() -> None:
    robot = program(READY + "print('best 1@5,5^0', flush=True); input()")
    with robot, pytest.raises(EngineError, match=r"chose 1@5,5\^0: "):
        robot.choose(a_game(), Random(1))


def test_a_program_that_does_not_answer_in_time_is_ended() -> None:
    robot = program(READY + "input()", seconds=0.1)
    with robot, pytest.raises(EngineError, match=r"did not say 'best' within 0\.1 s"):
        robot.choose(a_game(), Random(1))


def test_an_invalid_command_is_named() -> None:
    with pytest.raises(EngineError, match=r"no such command.*cannot be started"):
        External(("no such command",)).choose(a_game(), Random(1))
    with pytest.raises(EngineError, match="got none"):
        External(())


def said(robot: Robot, *lines: str) -> list[str]:
    """Send lines to a robot; return its output."""
    written: list[str] = []
    EngineServer("x", robot, written.append, lambda: 0.0).serve(lines)
    return written


def test_a_robot_greets_and_answers() -> None:
    game = a_game()

    written = said(Greedy(), "tantrix 1", f"position {print_position(game)}", "ping", "go seed 4", "", "quit")

    assert written[:3] == ["name x", "ready", "pong"]
    assert written[-1] == f"best {Greedy().choose(game, Random(4))}"


def test_a_robot_that_can_explain_itself_does() -> None:
    position = print_position(an_endgame())

    written = said(EndgameAnalyser(), f"position {position}", "go")

    assert written[0].startswith("info margin ")
    assert " line " in written[0]
    assert written[-1].split() == ["best", written[-2].split(" line ")[1].split()[0]]


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("tantrix 2", "error expected version 1 of the protocol, got '2'"),
        ("go", "error expected a position of a game in play before go"),
        ("dance", "error expected tantrix, position, legal, go, stop, ping or quit, got 'dance'"),
        ("position x", "error expected rules; placements; hands; seat, got 1 fields in 'x'"),
    ],
)
def test_an_unknown_line_is_answered_with_the_known_commands(line: str, answer: str) -> None:
    assert said(Greedy(), line, "ping") == [answer, "pong"]


@pytest.mark.parametrize("text", ["ms", "ms x", "ms 1 ms 2", "depth 3", "seed -1"])
def test_invalid_limits_are_named(text: str) -> None:
    with pytest.raises(ValueError, match="expected"):
        parse_limits(text)


def test_limits_are_read() -> None:
    assert parse_limits("") == {}
    assert parse_limits("seed 5 ms 100") == {"seed": 5, "ms": 100}


class Patient(EndgameAnalyser):
    """Searches until it receives `stop`."""

    def analyse(
        self,
        game: Game,
        rng: Random,
        should_stop: Callable[[], bool] = never,
        on_progress: Callable[[Evaluation], None] = ignore,
    ) -> Evaluation:
        while not should_stop():
            pass
        return super().analyse(game, rng)


def test_a_search_is_stopped_by_a_stop_command() -> None:
    written = said(Patient(), f"position {print_position(an_endgame())}", "go", "stop", "ping")

    assert written[-2].startswith("best ")
    assert written[-1] == "pong"


def test_a_search_is_stopped_by_its_limit() -> None:
    seconds: Iterator[float] = iter(range(10**9))
    written: list[str] = []

    server = EngineServer("x", Patient(), written.append, lambda: next(seconds))
    server.serve([f"position {print_position(an_endgame())}", "go ms 5000"])

    assert written[-1].startswith("best ")


def test_a_robot_that_fails_says_so() -> None:
    assert said(EndgameAnalyser(), f"position {print_position(a_game())}", "go")[0].startswith(
        "error the robot 'x'"
    )


def test_the_command_line_speaks_the_protocol() -> None:
    position = print_position(a_game())
    asked = f"tantrix 1\nposition {position}\ngo seed 1\n"
    ours = "from tantrix.cli import main; main()"

    done = subprocess.run(
        [sys.executable, "-c", ours, "engine", "greedy"],
        input=asked,
        capture_output=True,
        text=True,
        check=True,
    )

    assert done.stdout.splitlines()[:2] == ["name greedy", "ready"]
    assert done.stdout.splitlines()[-1].startswith("best ")


ODD_LINES = {
    "a name that is not UTF-8": (r"b'name caf\xe9\nready\n'", r"b'best ' + best + b'\n'"),
    "tabs and spaces": (r"b'\tready \r\n'", r"b' best\t ' + best + b' \t\r\n'"),
    "a byte order mark": (r"b'\xef\xbb\xbfready\n'", r"b'best ' + best + b'\n'"),
    "no-break spaces": (r"b'ready\xc2\xa0\n'", r"b'best\xc2\xa0' + best + b'\xc2\xa0\n'"),
    "an answer too many": (r"b'ready\n'", r"b'best ' + best + b'\nbest ' + best + b'\n'"),
}
ODD_PROGRAM = """
import sys
out = sys.stdout.buffer
for line in sys.stdin:
    word, *rest = line.split()
    if word == "tantrix":
        out.write({ready})
    elif word == "legal":
        best = rest[0].encode()
    elif word == "go":
        out.write({answer})
    out.flush()
"""


@pytest.mark.parametrize(("ready", "answer"), ODD_LINES.values(), ids=ODD_LINES)
def test_oddly_written_and_superfluous_lines_of_a_program_do_not_matter(ready: str, answer: str) -> None:
    game, order = random_start(Rules(), Random(1))

    with program(ODD_PROGRAM.format(ready=ready, answer=answer)) as odd:
        for draw in order[:4]:
            chosen = odd.choose(game, Random(1))
            assert chosen == game.placements()[0]
            game = game.play(chosen, draw)
            sleep(0.01)
