"""A page with the form that it answers: filled in again, with its error or confirmation beside the field.

Templates print one note near their heading. Here it moves into the form that was sent, the wrong field is
tied to it and gets the focus, and whatever was typed is in the fields again, except passwords. So every
refused form of the site behaves alike, on phones and without JavaScript, and no template repeats it.
"""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from html import escape, unescape
from html.parser import HTMLParser
from itertools import accumulate
from typing import NamedTuple

from tantrix.server.http.errors import Refusal

NOTE_ID = "answer"
FIELDS = "tantrix.fields"  # key in the scope: the fields of the form that a request has sent
_NOT_TYPED = ("password", "hidden", "file", "submit", "button")
_WITHOUT_END = ("input", "link", "meta", "img", "br", "hr")
_FIELDS_OF: Mapping[str, tuple[str, ...]] = {  # of codes: names of the field that is wrong, in this order
    "bad_name": ("name",),
    "name_taken": ("name",),
    "name_of_another": ("name",),
    "no_account": ("name", "names", "to"),
    "no_partner": ("members", "name"),
    "not_friend": ("name",),
    "yourself": ("name", "names"),
    "entered_twice": ("name", "members"),
    "bad_password": ("new", "password"),
    "common_password": ("new", "password"),
    "name_in_password": ("new", "password"),
    "wrong_password": ("old", "password"),
    "wrong_entry_password": ("password",),
    "bad_code": ("code",),
    "bad_mail": ("mail",),
    "mail_taken": ("mail",),
    "reason_needed": ("reason",),
    "past_time": ("until", "starts_at", "at"),
    "bad_token_request": ("name",),
    "empty_chat_message": ("text", "message"),
    "no_text": ("file",),
    "no_records": ("text", "file"),
    "puzzle_size": ("size",),
}


class AnsweredForm(NamedTuple):
    """The form that a page answers: its address, the fields that were sent, and which of them are wrong.

    `is_refused`: the form is filled in again; else it was carried out, and only the note moves.
    """

    path: str
    sent: Mapping[str, str]
    wrong: Collection[str] = ()
    is_refused: bool = True


def fields_of(refusal: Refusal) -> tuple[str, ...]:
    """Return the names of the fields that a refusal may be about."""
    return _FIELDS_OF.get(refusal.code, ())


def with_answer(page: str, answered: AnsweredForm) -> str:
    """Return a page with its note in the form that it answers; unchanged if this form is not there."""
    tags = _Reader(page).tags
    form = _sent_form(tags, answered)
    if form is None:
        return page
    controls = [tag for tag in tags if form in tag.above and tag.name in ("input", "select", "textarea")]
    wrong = _first_wrong(controls, answered.wrong)
    for control in controls if answered.is_refused else ():
        _fill(control, tags, answered.sent)
    for box in (wrong or form).above:
        if box.name == "details":
            box.change(open="")
    kind = ("error-note", "alert") if answered.is_refused else ("notice-box", "status")
    _move([tag for tag in tags if _is_note(tag, kind)][:1], form, wrong)
    return _printed(page, tags)


@dataclass(eq=False, slots=True)
class _Tag:
    """A start tag with what becomes of it; `changes` are those of its attributes, None removes one."""

    name: str
    attributes: dict[str, str]
    start: int
    end: int  # behind the tag
    above: tuple["_Tag", ...]  # the open elements, the outermost first
    inner: str = ""
    changes: dict[str, str | None] = field(default_factory=dict)
    before: str = ""
    after: str = ""
    new_inner: str | None = None
    is_cut: bool = False

    def close(self, inner: str) -> None:
        """Note what stands between this tag and its end."""
        self.inner = inner

    def change(self, **attributes: str | None) -> None:
        """Set attributes; `_` stands for a hyphen."""
        self.changes |= {name.replace("_", "-"): value for name, value in attributes.items()}

    def precede(self, text: str) -> None:
        """Put a text before this tag."""
        self.before = text

    def follow(self, text: str) -> None:
        """Put a text behind this tag, before what is in it."""
        self.after = text

    def refill(self, inner: str) -> None:
        """Replace what is in the element."""
        self.new_inner = inner

    def cut(self) -> str:
        """Take the element away and return it as it is printed now."""
        self.is_cut = True
        return f"{self}{self.inner}</{self.name}>"

    def __str__(self) -> str:
        attributes = (self.attributes | self.changes).items()
        printed = (f' {name}="{escape(value)}"' for name, value in attributes if value is not None)
        return f"<{self.name}{''.join(printed)}>"


class _Reader(HTMLParser):
    """Finds the tags of a page, and where they are."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self._page = page
        self._lines = [0, *accumulate(len(line) + 1 for line in page.split("\n"))]
        self._open: list[_Tag] = []
        self.tags: list[_Tag] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        start, attributes = self._at(), {name: value or "" for name, value in attrs}
        end = start + len(self.get_starttag_text() or "")
        self.tags.append(_Tag(tag, attributes, start, end, tuple(self._open)))
        if tag not in _WITHOUT_END:
            self._open.append(self.tags[-1])

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Leave out what closes itself, as in pictures."""

    def handle_endtag(self, tag: str) -> None:
        if any(each.name == tag for each in self._open):
            while (last := self._open.pop()).name != tag:
                pass
            last.close(self._page[last.end : self._at()])

    def _at(self) -> int:
        line, column = self.getpos()
        return self._lines[line - 1] + column


def _sent_form(tags: Iterable[_Tag], answered: AnsweredForm) -> _Tag | None:
    """Return the form that was sent: several with one address differ in their hidden fields."""
    forms = [tag for tag in tags if tag.name == "form" and tag.attributes.get("action") == answered.path]
    if len(forms) == 1:
        return forms[0]
    counted = [(_n_same(form, tags, answered.sent), form) for form in forms]
    n_same, best = max(counted, key=lambda each: each[0], default=(-1, None))
    return best if n_same >= 0 else None


def _n_same(form: _Tag, tags: Iterable[_Tag], sent: Mapping[str, str]) -> int:
    """Count the hidden fields of a form that were sent; -1 if others, or other buttons, were sent."""
    named = [tag for tag in tags if form in tag.above and "name" in tag.attributes]
    hidden = [tag for tag in named if tag.attributes.get("type") == "hidden"]
    buttons = [tag for tag in named if tag.name == "button"]
    same = {tag for tag in named if sent.get(tag.attributes["name"]) == tag.attributes.get("value", "")}
    is_other = not same.issuperset(hidden) or (buttons and same.isdisjoint(buttons))
    return -1 if is_other else len(hidden)


def _first_wrong(controls: Iterable[_Tag], wrong: Collection[str]) -> _Tag | None:
    shown = [tag for tag in controls if tag.attributes.get("type") != "hidden"]
    return next((tag for name in wrong for tag in shown if tag.attributes.get("name") == name), None)


def _fill(control: _Tag, tags: Iterable[_Tag], sent: Mapping[str, str]) -> None:
    """Fill a field in with what was sent."""
    kind, value = control.attributes.get("type"), sent.get(control.attributes.get("name", ""))
    if kind in ("checkbox", "radio"):
        control.change(checked="" if value == control.attributes.get("value", "on") else None)
    elif value is None or kind in _NOT_TYPED or control.attributes["name"] == "password":
        return
    elif control.name == "input":
        control.change(value=value)
    elif control.name == "textarea":
        control.refill(f"\n{escape(value)}")
    else:
        options = [tag for tag in tags if control in tag.above and tag.name == "option"]
        values = [tag.attributes.get("value", unescape(tag.inner).strip()) for tag in options]
        for option, its in zip(options, values, strict=True) if value in values else ():
            option.change(selected="" if its == value else None)


def _is_note(tag: _Tag, kind: tuple[str, str]) -> bool:
    its = (tag.attributes.get("class"), tag.attributes.get("role"))
    return tag.name == "p" and its == kind and "hidden" not in tag.attributes


def _move(notes: Iterable[_Tag], form: _Tag, wrong: _Tag | None) -> None:
    """Move the note before the wrong field or to the top of the form, and the focus to one of them."""
    if wrong is not None:
        wrong.change(aria_invalid="true", autofocus="")
    for note in notes:
        note.change(id=NOTE_ID)
        if wrong is None:
            note.change(tabindex="-1", autofocus="")
            form.follow(note.cut())
            continue
        described = f"{NOTE_ID} {wrong.attributes.get('aria-describedby', '')}"
        wrong.change(aria_describedby=described.strip())
        label = next((tag for tag in wrong.above if tag.name == "label"), wrong)
        label.precede(note.cut())


def _printed(page: str, tags: Iterable[_Tag]) -> str:
    """Print a page with the changes at its tags."""
    parts, at = [], 0
    for tag in tags:
        if tag.start < at:
            continue
        parts += [page[at : tag.start], tag.before]
        if tag.is_cut:
            at = tag.end + len(tag.inner) + len(f"</{tag.name}>")
        elif tag.new_inner is not None:
            parts.append(f"{tag}{tag.new_inner}")
            at = tag.end + len(tag.inner)
        else:
            parts.append(f"{tag}{tag.after}" if tag.changes or tag.after else page[tag.start : tag.end])
            at = tag.end
    return "".join([*parts, page[at:]])
