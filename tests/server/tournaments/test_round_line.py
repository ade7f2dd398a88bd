"""The line of rounds at the head of a tournament's page, and the names of rounds."""

from tantrix.server.tournaments.round_line import RoundStop, round_label, round_line
from tests.server.support.tournaments.stored import evening, view_of


def test_the_rounds_of_a_swiss_are_numbered_and_the_last_is_in_play() -> None:
    view = view_of(evening("open", 8, n_games=6, n_rounds=3))

    assert round_line(view, "en") == [
        RoundStop("Round 1", "s1", is_over=True, is_in_play=False),
        RoundStop("Round 2", "s1", is_over=False, is_in_play=True),
        RoundStop("Round 3", "s1", is_over=False, is_in_play=False),
    ]


def test_a_single_round_needs_no_line() -> None:
    assert round_line(view_of(evening("open", 8, n_games=1, n_rounds=1)), "en") == []


def test_the_round_in_which_the_reader_has_a_match_is_marked() -> None:
    view = view_of(evening("open", 8, n_games=6, n_rounds=3))
    mine = next(match.first for match in view.sections[0].rounds[1].matches if not match.is_over)
    done = next(match.first for match in view.sections[0].rounds[1].matches if match.is_over)

    assert [stop.is_mine for stop in round_line(view, "en", mine)] == [False, True, False]
    assert not any(stop.is_mine for each in (done, None) for stop in round_line(view, "en", each))


def test_a_championship_leads_from_the_groups_to_the_final() -> None:
    view = view_of(evening("championship", 8))
    during = view_of(evening("championship", 8, n_games=60))

    assert [stop.label for stop in round_line(view, "en")] == ["Groups", "Semi-finals", "Final"]
    assert all(stop.is_over for stop in round_line(view, "pl"))
    assert [stop.is_over for stop in round_line(during, "en")] == [True, True, False]


def test_the_bracket_is_on_the_line_while_the_groups_play() -> None:
    early = view_of(evening("championship", 8, n_games=1))

    line = round_line(early, "en")

    assert line[0].label == "Groups" and line[0].is_in_play
    assert [stop.label for stop in line[1:]] == ["Semi-finals", "Final"]
    assert not any(stop.is_over or stop.is_mine for stop in line)


def test_a_bracket_of_sixteen_names_its_last_three_rounds() -> None:
    [main] = [each for each in view_of(evening("knock-out", 16)).sections if each.section == "main"]

    names = [round_label(main, number, "en") for number in (1, 2, 3, 4)]

    assert names == ["Round 1", "Quarter-finals", "Semi-finals", "Final"]


def test_rounds_that_are_not_paired_yet_are_on_the_line() -> None:
    line = round_line(view_of(evening("knock-out", 8, n_games=1)), "ru")

    assert [(stop.label, stop.is_in_play) for stop in line] == [
        ("Четвертьфиналы", True),
        ("Полуфиналы", False),
        ("Финал", False),
    ]
