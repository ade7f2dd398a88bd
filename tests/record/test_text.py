"""Records: reading and writing are inverses, errors give the position, and replay follows the rules."""

import json
import pickle
import random
import re
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tantrix.deal import commitment, deal, next_draw, start
from tantrix.game import Termination
from tantrix.hexes import ORIGIN, Cell
from tantrix.placement import Placement
from tantrix.record import (
    End,
    Entry,
    Record,
    RecordError,
    Seat,
    Variation,
    check,
    from_json,
    parse_record,
    parse_records,
    print_record,
    print_records,
    scan_records,
    to_json,
    verify,
)
from tantrix.rules import Deadlock, Rules, Start
from tantrix.tiles import Colour

R, Y, G, B = Colour
SECRET = bytes(range(32))

SHORT = """\
[Tantrix "1"]
[Rules "RB 56 draw-keep"]
[Seat1 "Anna"]
[Seat2 "greedy"]
[Robot2 "greedy"]
[Hands "1 2 3 4 5 6 / 7 8 9 10 11 12"]
[Result "*"]

1. 3@0,0^2 +20 14:58
*
"""


def played(rules, secret, seed, n_plies=64, **more):
    """The game and record of random legal placements, stopped after some of them."""
    rng = random.Random(seed)
    dealt = deal(rules, secret)
    game = start(rules, dealt)
    for _ in range(n_plies):
        if game.is_over:
            break
        game = game.play(rng.choice(list(game.placements())), next_draw(dealt, game))
    shown = secret if game.is_over else None
    return game, Record.of(game, dealt, commitment=commitment(secret), secret=shown, **more)


rule_sets = st.builds(
    Rules,
    colours=st.sampled_from([(R, B), (Y, G, B), (R, Y, G, B)]),
    tile_set=st.sampled_from([56, 64]),
    start=st.sampled_from(Start),
    deadlock=st.sampled_from(Deadlock),
)
texts = st.text(max_size=12)
remarks = st.lists(texts, max_size=2).map(tuple)
placements = st.builds(
    Placement,
    st.integers(1, 64),
    st.builds(Cell, st.integers(-99, 99), st.integers(-99, 99)),
    st.integers(0, 5),
)
times = st.none() | st.integers(-(10**6), 10**7)


def entry_strategy(variations):
    return st.builds(
        Entry,
        placements,
        st.none() | st.integers(1, 64),
        times,
        remarks,
        st.lists(variations, max_size=2).map(tuple),
    )


variations = st.recursive(
    st.builds(Variation, st.just(()), remarks),
    lambda inner: st.builds(Variation, st.lists(entry_strategy(inner), max_size=2).map(tuple), remarks),
    max_leaves=4,
)
names = st.from_regex(r"[A-Za-z][A-Za-z0-9_]{0,8}", fullmatch=True).filter(
    lambda name: (
        name not in {"Rules", "Date", "Start", "Hands", "Drawn", "Secret", "Result", "Opening", "Tantrix"}
        and not name.startswith(("Seat", "Robot", "Term", "Comm"))
    )
)


@st.composite
def records(draw):
    """Records of random games with any remarks a person could make."""
    rules = draw(rule_sets)
    n_plies = draw(st.integers(0, 64))
    game, record = played(
        rules, draw(st.binary(min_size=32, max_size=32)), draw(st.integers(0, 999)), n_plies
    )
    if not game.is_over and draw(st.booleans()):
        seat = draw(st.integers(0, rules.n_seats - 1))
        ended = game.end(draw(st.sampled_from([Termination.RESIGNATION, Termination.TIME])), seat)
        record = replace(record, end=End(ended.outcome.scores, ended.outcome.termination, seat))
    seats = st.builds(Seat, texts, st.none() | texts)
    return replace(
        record,
        entries=tuple(
            replace(
                e,
                left_ms=draw(times),
                comments=draw(remarks),
                variations=draw(variations.map(lambda v: (v,))),
            )
            if n < 3
            else e
            for n, e in enumerate(record.entries)
        ),
        seats=draw(st.just(()) | st.tuples(*[seats] * rules.n_seats)),
        date=draw(st.none() | st.dates().map(str)),
        comments=draw(remarks),
        tags=draw(st.lists(st.tuples(names, texts), max_size=3, unique_by=lambda tag: tag[0]).map(tuple)),
    )


@settings(deadline=None, max_examples=60)
@given(records())
def test_a_record_is_read_as_it_is_written(record):
    assert parse_record(print_record(record)) == record


@settings(deadline=None, max_examples=30)
@given(records())
def test_json_is_an_equal_view(record):
    assert from_json(json.loads(json.dumps(to_json(record)))) == record


@settings(deadline=None, max_examples=20)
@given(st.lists(records(), max_size=3))
def test_several_records_follow_one_another(several):
    assert list(parse_records(print_records(several))) == several


@settings(deadline=None, max_examples=40)
@given(records())
def test_a_record_replays_to_the_game_it_was_made_of(record):
    assert check(record) == ()


@settings(deadline=None, max_examples=200)
@given(st.data())
def test_a_mutated_text_is_read_or_refused_at_a_place_inside_it(data):
    text = print_record(played(Rules(), SECRET, 1, 5)[1]) + SHORT
    for _ in range(data.draw(st.integers(1, 3))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 5))
        put = data.draw(st.text(alphabet='[]{}()"\\.*-+@^,: \n019RBx\ufeffé²', max_size=4))
        text = text[:at] + put + text[at + cut :]
    lines = text.removeprefix("\ufeff").split("\n")

    try:
        for record in parse_records(text):
            assert parse_record(print_record(record)) == record
    except RecordError as error:
        assert 1 <= error.line <= len(lines)
        assert 1 <= error.column <= len(lines[error.line - 1]) + 1


@settings(deadline=None)
@given(st.text())
def test_any_text_is_records_or_a_record_error(text):
    try:
        list(parse_records(text))
    except RecordError as error:
        assert error.line >= 1


def test_a_record_looks_like_this():
    record = Record(
        rules=Rules(),
        hands=((1, 2, 3, 4, 5, 6), (7, 8, 9, 10, 11, 12)),
        entries=(
            Entry(
                Placement(3, ORIGIN, 2),
                20,
                898_050,
                ("a {quiet} start",),
                (Variation((Entry(Placement(1, ORIGIN, 0)),), ("or",)),),
            ),
        ),
        seats=(Seat('Anna "the loop"'), Seat("Łukasz", "greedy")),
        end=End((1, 1), Termination.RESIGNATION, 1),
        tags=(("Event", "Club\nevening"),),
    )

    assert print_record(record).splitlines() == [
        '[Tantrix "1"]',
        '[Rules "RB 56 draw-keep"]',
        r'[Seat1 "Anna \"the loop\""]',
        '[Seat2 "Łukasz"]',
        '[Robot2 "greedy"]',
        '[Start "1"]',
        '[Hands "1 2 3 4 5 6 / 7 8 9 10 11 12"]',
        '[Result "1-1"]',
        '[Termination "resignation 2"]',
        r'[Event "Club\nevening"]',
        "",
        r"1. 3@0,0^2 +20 14:58.050 {a {quiet\} start} ({or} 1. 1@0,0^0)",
        "1-1",
    ]


def test_a_record_is_read_forgivingly():
    text = (
        '\ufeff[Hands "1,2,3 4 5 6/7 8 9 10 11 12" ]\r\n\r\n [ Event "x"]\r\n[Seat2 "greedy"]'
        '[Robot2 "greedy"][Rules "rb"]\r\n[Seat1 "Anna"]\r\n\r\n\r\n 3 @ 0, 0 ^2\r\n  +20\r\n 14:58.0'
    )

    assert parse_record(text) == replace(parse_record(SHORT), tags=(("Event", "x"),))


@pytest.mark.parametrize(
    ("old", "new", "line", "column", "problem"),
    [
        ('"1"', '"2"', 1, 1, "version"),
        ("RB 56", "RB 57", 2, 1, "57"),
        ('[Rules "RB 56 draw-keep"]\n', "", 1, 1, "Rules"),
        ('[Seat1 "Anna"]', '[Seat1 "Anna]', 3, 1, "tag"),
        ('[Seat1 "Anna"]', '[Seat3 "Anna"]', 3, 1, "Seat3"),
        ('[Seat1 "Anna"]', '[Seat2 "Anna"]', 4, 1, "once"),
        ("11 12", "11 x", 6, 1, "'x'"),
        ('"*"', '"1-1-1"', 7, 1, "1-1-1"),
        ('"*"', '"1-1"', 10, 1, "1-1"),
        ('[Result "*"]', '[Termination "resignation 2"]', 7, 1, "result"),
        ('[Result "*"]', '[Termination "resignation 3"]', 7, 1, "'3'"),
        ('[Result "*"]', '[Termination "tired"]', 7, 1, "'tired'"),
        ('[Result "*"]', '[Secret "ab"]', 7, 1, "'ab'"),
        ("1. 3", "2. 3", 9, 1, "expected ply 1, got 2"),
        ("3@0", "65@0", 9, 4, "65"),
        ("3@0,0", "3@0;0", 9, 4, "placement"),
        ("+20", "+99", 9, 12, "99"),
        ("14:58", "14:98", 9, 16, "14:98"),
        ("14:58", "{oh", 9, 16, "comment"),
        ("14:58", "(1. 4@0,0^0", 10, 1, "variation"),
        ("*\n", "*\nmore", 11, 1, "more"),
    ],
)
def test_an_error_names_its_line_and_column(old, new, line, column, problem):
    head, found, tail = SHORT.rpartition(old) if old == "*\n" else SHORT.partition(old)
    assert found

    with pytest.raises(RecordError, match=problem) as caught:
        parse_record(head + new + tail)

    assert (caught.value.line, caught.value.column) == (line, column)


def test_an_empty_text_is_not_a_record():
    with pytest.raises(RecordError, match="line 1, column 1: expected a record, got the end"):
        parse_record("")
    assert list(parse_records(" \n")) == []


def test_the_depth_of_variations_is_limited():
    text = SHORT.replace("14:58", "(1. 4@0,0^0 " * 40 + ")" * 40)

    with pytest.raises(RecordError, match="at most 32 deep"):
        parse_record(text)


def test_an_illegal_placement_is_refused_at_its_line_in_the_words_of_the_rule():
    # R1.4
    record = parse_record(SHORT.replace("14:58", "\n2. 7@1,0^0 +21\n3. 5@2,0^0 +22"))

    with pytest.raises(
        RecordError, match=r"line 10, column 4: ply 2, 7@1,0.0: The colours of touching edges"
    ):
        record.game()
    assert check(record)[0].startswith("line 10, column 4")
    assert record.game(ply=1).ply == 1


def test_a_draw_that_is_not_in_the_bag_is_refused_at_its_line():
    record = parse_record(SHORT.replace("+20", "+12"))

    with pytest.raises(RecordError, match=r"line 9, column 4: ply 1, .* got 12"):
        record.game()


def test_impossible_hands_are_refused_at_their_line():
    record = parse_record(SHORT.replace("11 12", "11 1"))

    with pytest.raises(RecordError, match="line 6, column 1: expected every tile once"):
        record.game()


def test_a_record_is_replayed_to_any_ply():
    game, record = played(Rules((R, Y, G), start=Start.RANDOM_OPENING), SECRET, 3, 10)

    assert [record.game(ply).ply for ply in range(1, 12)] == list(range(1, 12))
    assert record.game() == game
    for ply in (0, 12, -1):
        with pytest.raises(ValueError, match=f"1 to 11, got {ply}"):
            record.game(ply)


@pytest.mark.parametrize("termination", ["resignation", "time", "abandoned"])
def test_an_early_end_is_replayed_and_ranks_its_seat_last(termination):
    # R5.3
    text = SHORT.replace('[Result "*"]', f'[Result "1-1"]\n[Termination "{termination} 1"]').replace(
        "\n*\n", "\n"
    )

    outcome = parse_record(text).game().outcome

    assert outcome.termination == termination
    assert outcome.ranks == (2, 1)


@pytest.mark.parametrize("termination", ["agreement", "aborted"])
def test_an_agreed_end_is_replayed_and_ranks_all_equal(termination):
    # R5.3
    text = SHORT.replace('[Result "*"]', f'[Result "1-1"]\n[Termination "{termination}"]').replace(
        "\n*\n", "\n"
    )

    outcome = parse_record(text).game().outcome

    assert outcome.termination == termination
    assert outcome.ranks == (1, 1)


def test_a_game_that_was_played_out_after_a_seat_had_left_ranks_that_seat_last():
    game, record = played(Rules(), SECRET, 5)
    left = replace(record, end=End(game.scores, Termination.RESIGNATION, 0))

    assert check(left) == ()
    assert left.game().outcome.ranks == (2, 1)


@pytest.mark.parametrize("termination", [Termination.AGREEMENT, Termination.ABORTED])
def test_players_cannot_agree_on_the_end_of_a_game_that_is_over(termination):
    game, record = played(Rules(), SECRET, 5)

    assert "expected a game in play" in check(replace(record, end=End(game.scores, termination)))[0]


def test_a_result_that_the_replay_does_not_give_is_found():
    game, record = played(Rules(), SECRET, 6)
    wrong = replace(record, end=replace(record.end, scores=(99, 1)))

    assert check(record) == ()
    assert check(wrong) == (f"expected the result {game.scores[0]}-{game.scores[1]}, got 99-1",)
    assert "got *" in check(replace(record, end=None, secret=None))[0]
    assert "deadlock" in check(replace(record, end=End(game.scores, Termination.DEADLOCK)))[0]
    assert "expected the result *" in check(replace(record, entries=record.entries[:9]))[0]


@settings(deadline=None, max_examples=30)
@given(rule_sets, st.binary(min_size=32, max_size=32))
def test_a_game_dealt_from_its_secret_is_verified(rules, secret):
    assert verify(played(rules, secret, 7)[1]) == ()


def test_every_tampering_with_the_deal_is_found():
    record = played(Rules(), SECRET, 8)[1]
    first, second, *others = record.entries
    swapped = (replace(first, draw=second.draw), replace(second, draw=first.draw), *others)

    assert verify(replace(record, secret=None)) == ("the record has no secret to deal from",)
    assert verify(replace(record, commitment="00"))[0].startswith("expected the commitment")
    assert verify(replace(record, hands=record.hands[::-1]))[0].startswith("expected the hands")
    assert verify(replace(record, start=1 - record.start))[0].startswith("expected the first seat")
    assert verify(replace(record, opening=Placement(1, ORIGIN, 0)))[0].startswith("expected the opening")
    assert verify(replace(record, drawn=(1, 2)))[0].startswith("expected the tiles drawn")
    assert len(verify(replace(record, entries=swapped))) == 2


def test_a_start_by_a_player_who_did_not_draw_the_highest_is_found():
    # R2.3
    record = parse_record(SHORT)

    assert check(replace(record, drawn=(2, 8), entries=(), start=1)) == ()
    assert "expected seat 2 to start" in check(replace(record, drawn=(2, 8)))[0]
    assert "expected 2 tiles drawn" in check(replace(record, drawn=(8,)))[0]
    assert check(replace(record, rules=Rules(start=Start.DRAW_RETURN), drawn=(8, 2))) == ()


@pytest.mark.parametrize(
    ("start", "change", "problem"),
    [
        (Start.DRAW_KEEP, {"drawn": (13, 2)}, "expected tile 13 in the hand of seat 1"),
        (Start.DRAW_KEEP, {"drawn": (6, 6)}, "expected different tiles"),
        (Start.DRAW_RETURN, {"drawn": (57, 6)}, "expected different tiles of the set"),
        (Start.DRAW_KEEP, {"opening": Placement(20, ORIGIN, 0)}, "open"),
        (Start.DRAW_RETURN, {"opening": Placement(20, ORIGIN, 0)}, "open"),
        (Start.HIGHEST_IN_HAND, {"opening": Placement(20, ORIGIN, 0), "start": 1}, "open"),
        (Start.HIGHEST_IN_HAND, {}, "expected seat 2 to start, which holds the highest, got 1"),
        (Start.HIGHEST_IN_HAND, {"start": 1, "drawn": (1, 2)}, "expected no tiles drawn"),
        (Start.RANDOM_OPENING, {}, "open"),
        (
            Start.RANDOM_OPENING,
            {"opening": Placement(20, ORIGIN, 0), "drawn": (2, 1)},
            "expected no tiles drawn",
        ),
    ],
)
def test_a_start_that_violates_the_rules_is_found(start, change, problem):
    # R2.3
    record = replace(parse_record(SHORT), rules=Rules(start=start), entries=())

    assert problem in " ".join(check(replace(record, **change)))


@pytest.mark.parametrize("date", ["yesterday", "2026-13-01", "20261121", "2026-W01-1", ""])
def test_an_invalid_date_is_found(date):
    assert check(replace(parse_record(SHORT), date=date)) == (
        f"expected a date like 2026-11-21, got {date!r}",
    )


def test_a_record_error_can_be_sent_to_another_process():
    with pytest.raises(RecordError) as caught:
        parse_record(SHORT.replace("+20", "+99"))

    copy = pickle.loads(pickle.dumps(caught.value))

    assert (str(copy), copy.line, copy.column) == (str(caught.value), 9, 12)


@pytest.mark.parametrize(
    "change",
    [
        {"start": 9},
        {"start": -1},
        {"start": True},
        {"drawn": (99,)},
        {"hands": ((1, 0), (2,))},
        {"hands": ()},
        {"end": End((1,))},
        {"end": End((1, 1000))},
        {"end": End((1, -1))},
        {"end": End((1, 1), Termination.TIME, 2)},
        {"secret": b"short"},
        {"opening": Placement(65, ORIGIN, 0)},
        {"opening": Placement(1, ORIGIN, 6)},
        {"opening": Placement(1, Cell(0, 1000), 0)},
        {"tags": (("Event", "a"), ("Event", "b"))},
        {"entries": (Entry(Placement(1, ORIGIN, 7)),)},
        {"entries": (Entry(Placement(1, ORIGIN, 0), 65),)},
        {"entries": (Entry(Placement(1, ORIGIN, 0), None, 60_000_000_000),)},
        {
            "entries": (
                Entry(Placement(1, ORIGIN, 0), variations=(Variation((Entry(Placement(0, ORIGIN, 0)),)),)),
            )
        },
        {"entries": (Entry(Placement(1, ORIGIN, 0)),) * 1000},
    ],
    ids=str,
)
def test_text_that_does_not_read_back_is_not_a_record(change):
    with pytest.raises(ValueError, match="expected"):
        replace(parse_record(SHORT), **change)


def test_more_entries_than_can_be_numbered_are_refused():
    with pytest.raises(RecordError, match="expected a ply 1 to 999"):
        parse_record('[Rules "RB"] [Hands "1 / 2"]' + " 3@0,0^0" * 1000)


def test_a_secret_is_not_shown_before_the_end():
    record = played(Rules(), SECRET, 9, 4)[1]

    assert check(replace(record, secret=SECRET)) == (
        "expected no secret in the record of an unfinished game",
    )


def test_the_text_of_an_unfinished_game_does_not_depend_on_the_order_of_the_bag():
    # R2.2: the order of the bag is the only secret.
    dealt = deal(Rules(), SECRET)
    other = replace(dealt, bag=(dealt.bag[0], *reversed(dealt.bag[1:])))

    texts = set()
    for one in (dealt, other):
        game = start(Rules(), one)
        game = game.play(min(game.placements()), next_draw(one, game))
        texts.add(print_record(Record.of(game, one)))

    assert len(texts) == 1


@pytest.mark.parametrize("name", ["Rules", "", "a b", "é", "_x", "1x"])
def test_a_tag_name_that_could_not_be_read_again_is_refused(name):
    with pytest.raises(ValueError, match="tag name"):
        Record(Rules(), ((1,), (2,)), tags=((name, "x"),))


def test_a_record_has_all_seats_or_none():
    with pytest.raises(ValueError, match="expected 2 seats"):
        Record(Rules(), ((1,), (2,)), seats=(Seat("Anna"),))


def test_only_an_end_by_a_seat_has_a_seat():
    for termination, seat in ((Termination.TIME, None), (Termination.PLAYED_OUT, 0), (None, 0)):
        with pytest.raises(ValueError, match="expected a seat only if a seat ended the game"):
            End((1, 1), termination, seat)


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({"tantrix": "9"}, "'9'"),
        ({"rules": 5}, "5"),
        ({"hands": [["1"]]}, "'1'"),
        ({"start": True}, "True"),
        ({"seats": ["Anna"]}, "a seat"),
        ({"end": {"scores": [1, 1], "termination": "tired", "seat": None}}, "'tired'"),
        ({"tags": [["a"]]}, "list of 2"),
        ({"entries": {}}, "list"),
        ({"start": 9}, "a seat 0 to 1, got 9"),
        ({"foo": 1}, "'foo'"),
        ({"seats": [{"name": "Anna", "robot": None, "age": 9}]}, "'age'"),
    ],
)
def test_json_that_is_not_a_record_is_refused(change, wrong):
    data = to_json(parse_record(SHORT))

    with pytest.raises(ValueError, match=wrong):
        from_json({**data, **change})


def test_json_that_lacks_a_field_is_refused():
    data = to_json(parse_record(SHORT))
    for name in data:
        with pytest.raises(ValueError, match=name):
            from_json({key: value for key, value in data.items() if key != name})
    with pytest.raises(ValueError, match="an object"):
        from_json([])


def test_a_deadlock_is_recorded_and_replayed():
    # R3.6: with one tile in hand it happens often.
    games = (played(Rules((R, B), hand_size=1), SECRET, seed) for seed in range(100))
    game, record = next(both for both in games if both[0].outcome.termination is Termination.DEADLOCK)

    read = parse_record(print_record(record))

    assert read.end.termination is Termination.DEADLOCK
    assert read.game() == game
    assert check(read) == verify(read) == ()


PAGE = (Path(__file__).parents[2] / "docs/library/notation.md").read_text(encoding="utf-8")


def test_the_records_of_the_docs_are_valid():
    exact, forgiven = re.findall(r"```record\n(.*?)```", PAGE, re.DOTALL)

    assert print_record(parse_record(exact)) == exact
    assert check(parse_record(exact)) == verify(parse_record(exact)) == ()
    assert check(parse_record(forgiven)) == ()


def test_the_docs_name_every_tag_and_every_field_of_the_json():
    assert set(re.findall(r"`(\w+)`", PAGE)) >= set(to_json(parse_record(SHORT)))
    for name in ("Tantrix", "Rules", "Date", "Drawn", "Start", "Opening", "Hands", "Commitment", "Secret"):
        assert f"| `{name}` |" in PAGE


DAMAGES = {
    "a tile that is none": lambda text: text.replace("3@0,0^2", "99@0,0^2"),
    "a tag without quotes": lambda text: text.replace('"RB 56 draw-keep"', "RB"),
    "a tag that is cut off": lambda text: text[: text.index(" / ")] + "\n",
    "a comment without an end": lambda text: text.replace("14:58", "{late"),
    "a missing tag": lambda text: text.replace("[Hands", "[Hidden"),
    "half a surrogate pair": lambda text: text.replace("Anna", "\udce9"),
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_one_damaged_record_does_not_hide_the_others(damage):
    reads = list(scan_records(f"{SHORT}\n{damage(SHORT)}\n{SHORT}"))

    assert [read for read in reads if isinstance(read, Record)] == [parse_record(SHORT)] * 2
    assert sum(isinstance(read, RecordError) for read in reads) == 1


@pytest.mark.parametrize("begin", [0, SHORT.index("[Rules")], ids=["Tantrix", "Rules"])
@pytest.mark.parametrize("open_", ["{late", "({late", "(4@1,0^0"])
def test_a_comment_or_variation_without_an_end_does_not_swallow_the_next_record(open_, begin):
    plain = SHORT[begin:]
    commented = plain.replace("14:58", "14:58 {in time}")

    reads = list(scan_records("\n".join((plain.replace("14:58", open_), commented, commented))))

    assert [read for read in reads if isinstance(read, Record)] == [parse_record(commented)] * 2
    assert sum(isinstance(read, RecordError) for read in reads) == 1


@pytest.mark.parametrize("text", ['[Tantrix "1"]', 'a\n[Tantrix "1"]\nb', 'a\n[Rules "RB"]', "[x\n[", "\n\n"])
def test_a_comment_may_hold_any_text(text):
    entry = parse_record(SHORT).entries[0]
    record = replace(parse_record(SHORT), entries=(replace(entry, comments=(text,)),))

    assert parse_record(print_record(record)) == record


def test_records_without_the_first_tag_are_told_apart_by_what_is_above_them():
    plain = '[Rules "RB"] [Hands "1 2 3 4 5 6 / 7 8 9 10 11 12"]\n\n3@0,0^2 +20 *\n'
    other = f'[Date "2026-11-28"]\n{plain}'

    reads = list(scan_records("\n".join((plain, plain.replace("3@0", "99@0"), other))))

    assert [type(read) for read in reads] == [Record, RecordError, Record]


def test_reading_records_goes_on_after_an_error():
    records = parse_records(SHORT + SHORT.replace("3@0", "99@0") + SHORT)

    assert next(records) == parse_record(SHORT)
    with pytest.raises(RecordError, match="expected a tile"):
        next(records)
    assert list(records) == [parse_record(SHORT)]


def test_a_first_line_that_is_no_tag_is_named():
    with pytest.raises(RecordError, match=r"line 1, column 1: expected a tag like .*, got '# from the club"):
        parse_record("# from the club evening\n" + SHORT)

    assert len(list(scan_records("# from the club evening\n" + SHORT))) == 2


@pytest.mark.parametrize(
    "change",
    [
        {"seats": (Seat("\ud800"), Seat())},
        {"date": "\ud800"},
        {"comments": ("\udfff",)},
        {"tags": (("Event", "\ud800"),)},
        {"entries": (Entry(Placement(3, ORIGIN, 2), comments=("\ud800",)),)},
    ],
)
def test_text_that_no_file_can_hold_is_refused(change):
    with pytest.raises(ValueError, match="expected UTF-8 text"):
        replace(parse_record(SHORT), **change)
