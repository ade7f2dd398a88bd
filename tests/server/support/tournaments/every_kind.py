"""Events of every kind in which an account plays, or which it runs: over, in play and open."""

from tests.server.support.browsers import Browsers
from tests.server.support.tournament_players import EventPeople

SOON, LATER = "2023-11-18T18:00Z", "2033-11-18T18:00Z"


def events_of_every_kind(people: Browsers, name: str, host: str, third: str) -> list[str]:
    """Hold events of an account, a host and somebody else; return their ids, those over first."""
    made = _Events(people, (name, host, third))
    both = (host, name)
    swiss = [{"form": "swiss", "n_rounds": 1}]
    made.over(host, both, preset="open", stages=swiss, starts_at=LATER)
    made.over(host, both, preset="all-play-all")
    made.over(name, both, preset="knock-out", n_games=1)
    made.begun(host, both, preset="all-play-all", days=7)
    match = made.events.look()["sections"][0]["rounds"][0]["matches"][0]["id"]
    made.events.do(name, "propose", match=match, at=SOON)
    made.events.do(host, "accept", match=match, at=SOON)
    made.begun(host, both, preset="arena")
    made.begun(host, both, preset="gobble-cup")
    made.begun(name, both, preset="puzzle-race")
    made.events.become(name).post(f"/api/tournaments/{made.events.id}/race")
    made.begun(name, (host,), preset="simul")
    made.events.create(host, preset="doubles")
    made.events.do(name, "enter", members=[third])
    made.ids.append(made.events.id)
    made.events.create(host, preset="teams", n_boards=2)
    made.events.do(third, "enter", name="Owls", members=[name])
    made.ids.append(made.events.id)
    made.events.create(name, starts_at=LATER, repeats="weekly")
    made.ids.append(made.events.id)
    return made.ids


class _Events:
    """The ids of events, and the people with the newest of them."""

    def __init__(self, people: Browsers, names: tuple[str, ...]) -> None:
        cookies = {name: dict(people.become(name).cookies) for name in names}
        self.events = EventPeople(people.client, cookies)
        self.ids = list[str]()

    def begun(self, organiser: str, entrants: tuple[str, ...], **options: object) -> None:
        """Begin an event with some entrants."""
        self.events.create(organiser, check_in_minutes=0, **options)
        for name in entrants:
            self.events.do(name, "enter")
        self.events.do(organiser, "start")
        self.events.wait(lambda view: bool(view["sections"]))
        self.ids.append(self.events.id)

    def over(self, organiser: str, entrants: tuple[str, ...], **options: object) -> None:
        """Hold an event of two entrants until it is over."""
        self.begun(organiser, entrants, **options)
        self.events.wait(lambda view: bool(self.events.games_in_play(view)))
        self.events.play(self.events.games_in_play()[0])
        self.events.wait(lambda view: view["state"] == "over")
