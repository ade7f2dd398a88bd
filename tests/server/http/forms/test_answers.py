"""A refused form keeps what was typed and has its error at the field; a carried out one confirms it."""

import re

from tantrix.server.http.forms.answers import AnsweredForm, with_answer

NOTE = '<p class="error-note" role="alert">Not &amp; so.</p>'
PAGE = f"""<h1>Title</h1>
{NOTE}
<form method="post" action="/a"><input type="hidden" name="type" value="one">
<input name="x" value="old"></form>
<details><summary>More</summary>
<form method="post" action="/a"><input type="hidden" name="type" value="two">
<label><span>X</span><input name="x" value="old" aria-describedby="hint" required></label>
<input name="password" type="password">
<label><textarea name="words">none</textarea></label>
<select name="board"><option>Ann</option><option selected>Bea</option></select>
<input name="on" type="checkbox" checked><input name="off" type="checkbox">
<button>Go</button></form></details><p>After</p>"""
SENT = {"type": "two", "x": 'a"b', "password": "secret", "words": "<i>", "board": "Ann", "off": "on"}


def _tag(page: str, pattern: str) -> str:
    found = re.findall(pattern, page)
    assert len(found) == 1, (pattern, page)
    text: str = found[0]
    return text


def test_the_error_moves_to_the_wrong_field_which_names_it_and_gets_the_focus() -> None:
    page = with_answer(PAGE, AnsweredForm("/a", SENT, ["missing", "x"]))

    field = _tag(page, r'<input name="x"[^>]*required[^>]*>')
    assert (
        'aria-invalid="true"' in field and 'aria-describedby="answer hint"' in field and "autofocus" in field
    )
    assert '<p class="error-note" role="alert" id="answer">Not &amp; so.</p><label><span>X' in page
    assert page.count("Not &amp; so.") == 1


def test_what_was_typed_stays_except_passwords() -> None:
    page = with_answer(PAGE, AnsweredForm("/a", SENT))

    assert 'value="a&quot;b"' in _tag(page, r'<input name="x"[^>]*required[^>]*>')
    assert "secret" not in page
    assert ">\n&lt;i&gt;</textarea>" in page
    assert '<option selected="">Ann</option><option>Bea</option>' in page
    assert '<input name="on" type="checkbox"><input name="off" type="checkbox" checked="">' in page


def test_only_the_form_that_was_sent_changes_and_it_is_open() -> None:
    page = with_answer(PAGE, AnsweredForm("/a", SENT))

    assert 'value="one">\n<input name="x" value="old"></form>' in page
    assert '<details open="">' in page
    assert (
        '<form method="post" action="/a"><p class="error-note" role="alert" id="answer" tabindex="-1"' in page
    )
    assert page.endswith("<button>Go</button></form></details><p>After</p>")


def test_a_page_without_the_form_stays_as_it_is() -> None:
    assert with_answer(PAGE, AnsweredForm("/b", SENT, ["x"])) == PAGE


def test_a_form_that_was_carried_out_is_empty_again_and_says_so() -> None:
    page = with_answer(
        PAGE.replace('error-note" role="alert', 'notice-box" role="status'),
        AnsweredForm("/a", {"type": "two"}, is_refused=False),
    )

    form = page.split("<details open")[1]
    assert form.index("Not &amp; so.") < form.index("<label>")
    assert 'value="old"' in form
