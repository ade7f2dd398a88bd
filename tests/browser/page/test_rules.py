"""The rules in the browser give the same positions as the server."""

import json
from random import Random
from typing import Any

from playwright.sync_api import Page

from tantrix import Colour, ForcedSides, Game, Rules
from tantrix.server.games.views.position import laid_view, position_view
from tests.support.play import random_start

ASK = """async (questions) => {
  window.rules ??= new Worker("/static/built/rules-worker.js", { type: "module" });
  const answered = new Promise((resolve) => {
    const answers = [];
    window.rules.onmessage = ({ data }) => answers.push(data) === questions.length && resolve(answers);
  });
  questions.forEach((question, id) => window.rules.postMessage({ id, ...question }));
  return answered;
}"""
RULE_SETS = (
    Rules(),
    Rules(colours=(Colour.GREEN, Colour.YELLOW, Colour.BLUE)),
    Rules(forced_sides=ForcedSides.EXACTLY_THREE),
)


def answers(page: Page, questions: list[dict[str, Any]]) -> list[Any]:
    """Ask the rules of the browser."""
    replies = page.evaluate(ASK, questions)
    assert [reply for reply in replies if "error" in reply] == []
    return [reply["answer"] for reply in replies]


def table_of(game: Game) -> dict[str, Any]:
    position = position_view(game).model_dump(mode="json")
    return {
        "colours": [colour.letter for colour in game.rules.colours],
        "isExact": game.rules.forced_sides is ForcedSides.EXACTLY_THREE,
        "laid": [laid_view(laid).model_dump(mode="json") for laid in game.laid],
        "position": {name: position[name] for name in ("hands", "unseen", "to_play", "phase", "turn")},
    }


def board_of(game: Game) -> dict[str, Any]:
    """Show a game as the server does."""
    laid = [laid_view(each).model_dump(mode="json") for each in game.laid]
    shown = {"laid": laid, "position": position_view(game).model_dump(mode="json")}
    return json.loads(json.dumps(shown))  # type: ignore[no-any-return]


def test_positions_in_the_browser_are_those_of_the_server(page: Page) -> None:
    questions, expected = [], []
    for seed, rules in enumerate(RULE_SETS * 2):
        rng = Random(seed)
        game, order = random_start(rules, rng)
        questions.append({"name": "show", "asked": {"table": table_of(game)}})
        expected.append(board_of(game))
        while not game.is_over:
            placement = rng.choice(list(game.placements()))
            draw = order.pop() if order else None
            asked = {"table": table_of(game), "placement": str(placement), "draw": draw}
            questions.append({"name": "place", "asked": asked})
            game = game.play(placement, draw)
            expected.append(board_of(game))

    page.goto("/")
    found = answers(page, questions)

    assert len(found) > 300
    for shown, wanted in zip(found, expected, strict=True):
        assert shown == wanted


def test_a_dealt_game_of_robots_is_played_by_the_rules(page: Page) -> None:
    page.goto("/")
    deal = answers(page, [{"name": "deal", "asked": {"colours": ["R", "B"], "seed": 77}}])[0]
    rules = Rules(colours=(Colour.RED, Colour.BLUE))
    hands = deal["position"]["hands"]
    game = Game.start(rules, hands, deal["position"]["to_play"])
    assert max(hands[game.to_play]) == max(*hands[0], *hands[1])
    draws = list(deal["draws"])

    while not game.is_over:
        asked = {"table": table_of(game), "robot": "greedy", "seed": game.ply + 1}
        chosen = answers(page, [{"name": "choose", "asked": asked}])[0]
        margins = game.margins()
        assert margins[[str(each) for each in game.placements()].index(chosen)] == margins.max()
        game = game.play(chosen, draws.pop(0) if draws else None)

    assert game.ply == 56
