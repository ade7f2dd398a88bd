"""Converting the options of an organiser to the terms of a tournament, and back."""

from dataclasses import replace
from datetime import datetime

from tantrix.competition.events.presets import preset
from tantrix.competition.events.terms import MINUTE_MS, EntryTerms, EventTerms, Plate, StageForm, StageTerms
from tantrix.robots import names
from tantrix.robots.registry import ADAPTIVE
from tantrix.server.protocol.text import print_time
from tantrix.server.protocol.tournaments import StageOptions, TournamentOptions


def terms_of(options: TournamentOptions) -> EventTerms:
    """Return the terms for some options. Raises ValueError if they contradict each other."""
    base = preset(options.preset, options.name)
    stages = base.stages if options.stages is None else tuple(_stage(each) for each in options.stages)
    terms = replace(
        base,
        text=options.text.strip(),
        stages=_changed(stages, options),
        control=options.control or base.control,
        n_boards=options.n_boards or base.n_boards,
        starts_ms=None if options.starts_at is None else parse_time(options.starts_at),
        check_in_ms=options.check_in_minutes * MINUTE_MS,
        no_show_ms=_in_ms(options.no_show_minutes, base.no_show_ms),
        round_ms=options.round_minutes * MINUTE_MS,
        is_by_hand=options.is_by_hand or base.is_by_hand,
        entry=EntryTerms(
            most=min(options.most, base.entry.most),
            low=options.low,
            high=options.high,
            countries=tuple(options.countries),
            has_password=bool(options.password),
            is_listed=options.is_listed,
            allows_robots=options.allows_robots,
            filler=_robot(options.filler),
        ),
    )
    terms.check()
    return terms


def options_of(terms: EventTerms) -> dict[str, object]:
    """Return terms as fields of the form for changing them."""
    entry, first = terms.entry, terms.stages[0]
    are_equal = len({(stage.n_games, stage.days) for stage in terms.stages}) == 1
    starts_at = "" if terms.starts_ms is None else print_time(terms.starts_ms)[:16]
    return {
        "preset": terms.preset,
        "name": terms.name,
        "text": terms.text,
        "control": terms.control,
        "starts_at": starts_at,
        "n_rounds": first.n_rounds or "",
        "n_games": first.n_games if are_equal else "",
        "days": first.days if are_equal else "",
        "minutes": first.minutes if first.form is StageForm.ARENA else "",
        "host_minutes": first.host_minutes if first.form is StageForm.SIMUL else "",
        "n_best": first.n_best if first.form is StageForm.ARENA else "",
        "n_boards": terms.n_boards if terms.n_boards > 1 else "",
        "check_in_minutes": terms.check_in_ms // MINUTE_MS or "",
        "most": entry.most,
        "low": "" if entry.low is None else entry.low,
        "high": "" if entry.high is None else entry.high,
        "countries": ", ".join(entry.countries),
        "allows_robots": entry.allows_robots,
        "filler": entry.filler,
        "is_listed": entry.is_listed,
    }


def stage_options(terms: StageTerms) -> StageOptions:
    """Return the options of a stage."""
    return StageOptions(
        form=terms.form.value,
        n_games=terms.n_games,
        n_rounds=terms.n_rounds,
        group_size=terms.group_size,
        n_through=terms.n_through,
        days=terms.days,
        has_third_place=terms.has_third_place,
        plate=terms.plate.value,
        minutes=terms.minutes,
        n_best=terms.n_best,
        host_minutes=terms.host_minutes,
    )


def parse_time(text: str) -> int:
    """Parse a time in UTC as milliseconds. Raises ValueError for a day or hour that does not exist."""
    return round(datetime.fromisoformat(text.replace("Z", "+00:00")).timestamp() * 1000)


def _stage(options: StageOptions) -> StageTerms:
    return StageTerms(
        StageForm(options.form),
        options.n_games,
        options.n_rounds,
        options.group_size,
        options.n_through,
        options.days,
        options.has_third_place,
        Plate(options.plate),
        options.minutes,
        options.n_best,
        options.host_minutes,
    )


def _robot(name: str) -> str:
    """Return the name of a robot, empty for none. Raises ValueError for one that cannot play rated games."""
    fixed = [robot for robot in names() if robot != ADAPTIVE]
    if name and name not in fixed:
        raise ValueError(f"expected a robot of fixed strength, {', '.join(fixed)}, got {name!r}")
    return name


def _changed(stages: tuple[StageTerms, ...], options: TournamentOptions) -> tuple[StageTerms, ...]:
    """Apply the numbers that an organiser has set for all stages."""
    return tuple(
        replace(
            stage,
            n_games=stage.n_games if options.n_games is None else options.n_games,
            n_rounds=stage.n_rounds if options.n_rounds is None else options.n_rounds,
            days=stage.days if options.days is None else options.days,
            minutes=stage.minutes if options.minutes is None else options.minutes,
            n_best=stage.n_best if options.n_best is None else options.n_best,
            host_minutes=stage.host_minutes if options.host_minutes is None else options.host_minutes,
        )
        for stage in stages
    )


def _in_ms(minutes: int | None, usual_ms: int) -> int:
    return usual_ms if minutes is None else minutes * MINUTE_MS
