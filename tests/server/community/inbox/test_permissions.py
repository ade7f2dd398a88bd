"""Who may write to whom, and how much."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantrix.clock import DAY_MS
from tantrix.server.community.inbox.permissions import (
    NEW_ACCOUNT,
    NEW_MS,
    OLD_ACCOUNT,
    SentLately,
    Side,
    limit_refusal,
    refusal_to_write,
)

sides = st.builds(Side, st.sampled_from([None, "friends", "nobody"]), st.booleans(), st.booleans())
counts = st.builds(SentLately, st.integers(0, 300), st.integers(0, 300))


@given(sides, sides)
def test_whoever_may_write_can_be_answered(one: Side, other: Side) -> None:
    assert (refusal_to_write(one, other) is None) == (refusal_to_write(other, one) is None)


@given(sides, sides)
def test_nobody_writes_to_somebody_they_have_muted_or_who_has_muted_them(one: Side, other: Side) -> None:
    is_muted = one.has_muted_other or other.has_muted_other

    assert (refusal_to_write(one, other) == "no_contact") is is_muted


@given(sides)
def test_nobody_writes_to_a_player_whom_nobody_may_write_to(one: Side) -> None:
    closed = Side("nobody", follows_other=True, has_muted_other=False)

    assert refusal_to_write(one, closed) in ("inbox_closed", "no_contact")


@pytest.mark.parametrize(("follows", "refusal"), [(True, None), (False, "inbox_closed")])
def test_a_player_may_choose_to_be_written_to_only_by_those_they_follow(
    follows: bool, refusal: str | None
) -> None:
    sender, recipient = Side(None, False, False), Side("friends", follows, False)

    assert refusal_to_write(sender, recipient) == refusal
    assert refusal_to_write(recipient, sender) == (None if follows else "no_answer_possible")


@given(counts, st.booleans(), st.integers(0, 2 * NEW_MS), st.integers(0, 2 * NEW_MS))
def test_an_account_is_never_limited_more_when_it_is_older(
    sent: SentLately, is_first: bool, age_ms: int, more_ms: int
) -> None:
    young = limit_refusal(age_ms, sent, is_first=is_first)
    older = limit_refusal(age_ms + more_ms, sent, is_first=is_first)

    assert older is None or older == young


@pytest.mark.parametrize(("age_ms", "limits"), [(0, NEW_ACCOUNT), (8 * DAY_MS, OLD_ACCOUNT)])
def test_only_so_many_conversations_are_begun_in_a_day_but_answers_are_free(
    age_ms: int, limits: SentLately
) -> None:
    many = SentLately(limits.n_begun, 0)

    assert limit_refusal(age_ms, many, is_first=True) == "too_many_conversations"
    assert limit_refusal(age_ms, many, is_first=False) is None
    assert limit_refusal(age_ms, SentLately(limits.n_begun - 1, 0), is_first=True) is None


@pytest.mark.parametrize(("age_ms", "limits"), [(0, NEW_ACCOUNT), (8 * DAY_MS, OLD_ACCOUNT)])
def test_only_so_many_messages_are_sent_in_an_hour(age_ms: int, limits: SentLately) -> None:
    assert limit_refusal(age_ms, SentLately(0, limits.n_sent), is_first=False) == "too_many_messages"
    assert limit_refusal(age_ms, SentLately(0, limits.n_sent - 1), is_first=False) is None
