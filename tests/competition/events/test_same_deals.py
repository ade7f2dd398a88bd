"""Games that share their deals: who sits where, when a deal is over, and what a game counts for."""

from tantrix.competition.events.actions import Withdraw
from tantrix.competition.events.forms.base import TournamentForm
from tantrix.competition.events.forms.registry import form_of
from tantrix.competition.events.outcomes import GameKey, played
from tantrix.competition.events.presets import preset
from tantrix.competition.events.tournament import Tournament
from tests.support.story import Story
from tests.support.tournaments import Habits, section_table, simulate, simulated_terms


def _sealed(now: Tournament, *keys: GameKey) -> list[bool]:
    form = form_of(now, 1)
    return [form.is_sealed(now.matches[key.match][0], key) for key in keys]


def _seats(form: TournamentForm, *keys: GameKey) -> list[tuple[str, int]]:
    found = [form.shared_deal(form.tournament.matches[key.match][0], key) for key in keys]
    return [tuple(each) for each in found if each is not None]


def test_the_games_of_a_mirror_match_have_one_deal_with_the_seats_exchanged() -> None:
    story = Story(preset("mirror", "Mirrors"), 2)
    one, two = (GameKey("1-mirror-1-1", number) for number in (1, 2))

    [(deal, seat), (same, other)] = _seats(form_of(story.now, 1), one, two)

    assert deal == same
    assert {seat, other} == {0, 1}


def test_a_deal_is_over_once_both_games_are() -> None:
    story = Story(preset("mirror", "Mirrors"), 2)
    one, two = (GameKey("1-mirror-1-1", number) for number in (1, 2))
    story.outcomes[one] = played((20, 11))
    assert _sealed(story.now, one, two) == [True, True]

    story.outcomes[two] = played((12, 15))

    assert _sealed(story.now, one, two) == [False, False]


def test_a_deal_is_over_when_the_second_game_will_not_be_played() -> None:
    story = Story(preset("mirror", "Mirrors"), 2)
    one = GameKey("1-mirror-1-1", 1)
    story.outcomes[one] = played((20, 11))

    story.do(Withdraw("2"))

    assert _sealed(story.now, one) == [False]


def test_all_tables_of_a_duplicate_round_have_one_deal_and_count_beside_each_other() -> None:
    story = Story(preset("duplicate", "Evening"), 6)
    keys = [GameKey(match.id, 1) for match in story.now.rounds[0].matches]
    assert len(set(_seats(form_of(story.now, 1), *keys))) == 1
    for key, scores in zip(keys, ((20, 11), (20, 16), (15, 15)), strict=True):
        form = form_of(story.now, 1)
        assert form.games("duplicate") == []
        story.outcomes[key] = played(scores)

    form = form_of(story.now, 1)

    # 16.0, 14.7 and 10.0 points: beside the means 12.35, 13.0 and 15.35 of the other two tables
    assert [game.tenths for game in form.games("duplicate")] == [(118, 82), (108, 92), (73, 127)]


def test_a_table_without_another_counts_as_it_is() -> None:
    story = Story(preset("duplicate", "Evening"), 4)
    first, second = (GameKey(match.id, 1) for match in story.now.rounds[0].matches)
    story.do(Withdraw(story.now.matches[second.match][1].first))

    story.outcomes[first] = played((20, 11))

    counted = {game.tenths for game in form_of(story.now, 1).games("duplicate") if game.is_played}
    assert counted == {(160, 40)}


def test_two_boards_of_teams_have_one_deal_with_the_seats_exchanged() -> None:
    event = simulate(simulated_terms("duplicate-teams"), 3, seed=1, habits=Habits())
    keys = [GameKey("1-boards-1-1", 1, board) for board in (1, 2, 3, 4)]

    seats = _seats(form_of(event.now, 1), *keys)

    assert [deal for deal, _ in seats] == [f"1-boards-1-1/1/{pair}" for pair in (1, 1, 2, 2)]
    assert all({seats[at][1], seats[at + 1][1]} == {0, 1} for at in (0, 2))
    assert len(section_table(event.now, 1, "boards").rows) == 3
