"""Who may write to whom, and how much.

A private message needs the consent of both sides: neither has muted the other, and each lets the other write.
So nobody can write to a player who could not answer. New accounts may write less.
"""

from dataclasses import dataclass

from tantrix.clock import DAY_MS, HOUR_MS

NEW_MS = 7 * DAY_MS  # how long an account is new
BEGUN_WITHIN_MS = DAY_MS
SENT_WITHIN_MS = HOUR_MS


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two accounts of a conversation, as it sees the other one.

    `written_by`: who may write to it: `friends` are the players that it follows, and None is everyone.
    """

    written_by: str | None
    follows_other: bool
    has_muted_other: bool

    @property
    def lets_other_write(self) -> bool:
        """Whether the settings of this account let the other one write."""
        return self.written_by is None or (self.written_by == "friends" and self.follows_other)


@dataclass(frozen=True, slots=True)
class SentLately:
    """How many conversations an account has begun in a day, and messages it has sent in an hour."""

    n_begun: int
    n_sent: int


@dataclass(frozen=True, slots=True)
class SendLimits:
    """The most conversations that an account may begin in a day, and messages it may send in an hour."""

    n_begun: int
    n_sent: int


NEW_ACCOUNT, OLD_ACCOUNT = SendLimits(n_begun=3, n_sent=30), SendLimits(n_begun=20, n_sent=200)


def refusal_to_write(sender: Side, recipient: Side) -> str | None:
    """Return the code of the refusal if one account may not write to another."""
    if sender.has_muted_other or recipient.has_muted_other:
        return "no_contact"
    if not recipient.lets_other_write:
        return "inbox_closed"
    return None if sender.lets_other_write else "no_answer_possible"


def limit_refusal(age_ms: int, sent: SentLately, *, is_first: bool) -> str | None:
    """Return the code of the refusal if an account of this age has written too much.

    `is_first`: the message begins a conversation.
    """
    limits = NEW_ACCOUNT if age_ms < NEW_MS else OLD_ACCOUNT
    if is_first and sent.n_begun >= limits.n_begun:
        return "too_many_conversations"
    return "too_many_messages" if sent.n_sent >= limits.n_sent else None
