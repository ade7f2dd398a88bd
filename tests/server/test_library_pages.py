"""Giving back the pages of libraries; `/proc` is Linux's."""

import subprocess
import sys

import pytest

from tantrix.server.library_pages import Mapping, code_of, give_back

LINES = """\
7000-8000 r--p 00000000 fe:00 12 /x/libllvmlite.so
8000-b000 r-xp 00001000 fe:00 12 /x/libllvmlite.so
b000-c000 rw-p 00004000 fe:00 12 /x/libllvmlite.so
c000-d000 r-xp 00000000 fe:00 13 /x/libother.so
d000-e000 rw-p 00000000 00:00 0
e000-f000 r-xp 00000000 00:00 0
""".splitlines()

PROGRAM = """
import re
from pathlib import Path
from tantrix.server.library_pages import COMPILER, give_back
from tantrix.server.warmup import warm_up_rules

def resident_kb():
    parts = re.split(r"(?m)^(?=[0-9a-f]+-[0-9a-f]+ )", Path("/proc/self/smaps").read_text())
    found = [re.search(r"(?m)^Rss: +(\\d+)", part) for part in parts if COMPILER in part and " r-xp " in part]
    return sum(int(each[1]) for each in found)

warm_up_rules()
before = resident_kb()
given = give_back()
after = resident_kb()
warm_up_rules.__wrapped__()
print(before, given // 1024, after)
"""


def test_only_code_is_given_back_because_other_parts_may_have_changed() -> None:
    found = list(code_of("libllvmlite", LINES))

    assert found == [Mapping(0x8000, 0x3000)]


def test_a_library_that_is_not_loaded_has_nothing_to_give_back() -> None:
    assert give_back("libnothing") == 0


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_after_giving_back_the_compilers_code_games_are_played_as_before() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)

    before, given, after = map(int, ran.stdout.split())
    assert given >= before
    assert after <= before // 2
