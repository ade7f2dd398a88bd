"""Giving back the pages of libraries; `/proc` is Linux's."""

import subprocess
import sys

import pytest

from tantrix.server.library_pages import Mapping, constants_of

LINES = """\
7000-8000 r--p 00000000 fe:00 12 /x/libllvmlite.so
8000-b000 r-xp 00001000 fe:00 12 /x/with space/libllvmlite.so.1
b000-c000 rw-p 00004000 fe:00 12 /x/libllvmlite.so
c000-d000 r--p 00000000 fe:00 13 /x/data.bin
d000-e000 rw-p 00000000 00:00 0
e000-f000 r-xp 00000000 00:00 0
f000-ff00 r-xp 00000000 00:00 0 [vdso]
""".splitlines()

PROGRAM = """
import re
from pathlib import Path
from tantrix.server.library_pages import give_back
from tantrix.server.warmup import warm_up_rules

def resident_kb():
    parts = re.split(r"(?m)^(?=[0-9a-f]+-[0-9a-f]+ )", Path("/proc/self/smaps").read_text())
    found = [re.search(r"(?m)^Rss: +(\\d+)", part) for part in parts if "libllvmlite" in part]
    return sum(int(each[1]) for each in found)

warm_up_rules()
before = resident_kb()
given = give_back()
after = resident_kb()
warm_up_rules.__wrapped__()
print(before, given // 1024, after)
"""


def test_only_what_cannot_be_written_and_comes_from_a_library_is_given_back() -> None:
    assert list(constants_of(LINES)) == [Mapping(0x7000, 0x1000), Mapping(0x8000, 0x3000)]


@pytest.mark.skipif(sys.platform != "linux", reason="needs /proc")
def test_after_giving_back_the_libraries_code_games_are_played_as_before() -> None:
    ran = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True)

    before, given, after = map(int, ran.stdout.split())
    assert given >= before - after
    assert after <= before // 3
