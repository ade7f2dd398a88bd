"""Pictures: the geometry of links, the content of an SVG, and what cannot be drawn."""

import re
import runpy
import struct
from math import cos, hypot, pi, sin
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tantrix.hexes import ORIGIN, Cell
from tantrix.pictures.draw import (
    DARK,
    LIGHT,
    Overlay,
    Space,
    SpaceKind,
    link_path,
    png,
    svg,
    tile_symbols,
    tile_symbols_apart,
)
from tantrix.placement import Placement
from tantrix.tiles import FULL_SET, Colour, Link, Shape, links

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PICTURES = runpy.run_path(str(ROOT / "scripts/pictures/rules.py"))["pictures"]()
SVG = "{http://www.w3.org/2000/svg}"
TWO = (Placement(12, ORIGIN, 0), Placement(3, Cell(1, 0), 2))

all_links = st.sampled_from([link for tile in FULL_SET for link in links(tile)])
placements = st.builds(
    Placement,
    st.sampled_from(FULL_SET),
    st.builds(Cell, st.integers(-9, 9), st.integers(-9, 9)),
    st.integers(0, 5),
)


def middle(edge):
    return 50 * cos(edge * pi / 3), 50 * sin(edge * pi / 3)


def numbers(path):
    return [float(n) for n in re.findall(r"-?[\d.]+", path)]


@given(all_links)
def test_a_link_runs_from_the_middle_of_one_edge_to_the_middle_of_the_other(link):
    drawn = numbers(link_path(link))

    ends = {tuple(round(x) for x in drawn[:2]), tuple(round(x) for x in drawn[-2:])}

    assert ends == {tuple(round(x) for x in middle(edge)) for edge in (link.a, link.b)}


@given(all_links.filter(lambda link: link.shape is not Shape.STRAIGHT))
def test_an_arc_is_about_the_point_where_its_two_edges_meet_and_so_crosses_them_at_right_angles(link):
    x1, y1, radius, *_, x2, y2 = numbers(link_path(link))
    half_chord = hypot(x2 - x1, y2 - y1) / 2
    mid = ((x1 + x2) / 2, (y1 + y2) / 2)
    out = hypot(*mid)
    around = [c / out * (out + (radius**2 - half_chord**2) ** 0.5) for c in mid]

    for x, y in ((x1, y1), (x2, y2)):
        assert abs((around[0] - x) * x + (around[1] - y) * y) < 3  # the edge is at right angles to (x, y)


def test_a_corner_turns_by_120_degrees_and_a_bend_by_60():
    assert numbers(link_path(Link(Colour.RED, 0, 1)))[2] == pytest.approx(28.87)
    assert numbers(link_path(Link(Colour.RED, 0, 2)))[2] == pytest.approx(86.6)


@given(placements)
def test_corners_lie_over_bends_and_bends_over_straights(placement):
    shapes = {link.colour.letter: link.shape for link in links(placement.tile)}

    drawn = [shapes[letter] for letter in re.findall(r'class="link-(.)"', svg([placement]))]

    assert drawn == sorted(drawn, key=[Shape.STRAIGHT, Shape.BEND, Shape.CORNER].index)


@given(st.lists(placements, max_size=6), st.booleans(), st.booleans(), st.sampled_from([DARK, LIGHT]))
def test_a_picture_is_valid_xml_with_three_links_per_tile_and_resolved_colours(laid, marks, shown, theme):
    drawn = svg(laid, marks=marks, numbers=shown, theme=theme)

    root = ElementTree.fromstring(drawn)
    strokes = [e for e in root.iter(f"{SVG}path") if e.get("class", "").startswith("link-")]
    assert len(strokes) == 3 * len(laid)
    assert "var(" not in drawn
    assert (marks and bool(laid)) == ('class="marks"' in drawn)


@given(st.text(), st.dictionaries(st.just(ORIGIN), st.text()))
def test_no_title_or_label_can_break_out_of_the_picture(text, labels):
    root = ElementTree.fromstring(svg(TWO, title=text, overlay=Overlay(labels=labels)))

    assert [child.tag for child in root][:2] == [f"{SVG}title", f"{SVG}desc"]
    assert not list(root.iter(f"{SVG}script"))


def test_a_picture_is_an_image_with_a_name_and_lists_its_placements():
    root = ElementTree.fromstring(svg(TWO, title="Ply 2"))

    assert root.get("role") == "img"
    assert root.findtext(f"{SVG}title") == "Ply 2"
    assert root.findtext(f"{SVG}desc") == "12@0,0^0 3@1,0^2"


def test_a_picture_fits_its_content():
    root = ElementTree.fromstring(svg(TWO, padding=0))

    assert root.get("width") == "200"
    assert float(root.get("height")) == pytest.approx(115.47)


def test_a_forced_space_shows_a_dot_per_holder_or_a_grey_one():
    held = Overlay(spaces={Cell(0, 1): Space(SpaceKind.FORCED, (Colour.RED, Colour.BLUE))})
    unheld = Overlay(spaces={Cell(0, 1): Space(SpaceKind.FORCED)})

    assert re.findall(r'<circle[^>]*fill="([^"]*)"', svg(TWO, overlay=held)) == [DARK.red, DARK.blue]
    assert re.findall(r'<circle[^>]*fill="([^"]*)"', svg(TWO, overlay=unheld)) == [DARK.outline]


def test_a_line_is_traced_through_its_cells():
    overlay = Overlay(lines=[(Colour.RED, (ORIGIN, Cell(1, 0), Cell(7, 7)))])

    assert svg(TWO, overlay=overlay).count('class="trace"') == 2


def test_a_lit_line_has_a_core_and_the_tiles_around_it_are_dimmed():
    overlay = Overlay(lit=[(Colour.RED, (ORIGIN, Cell(7, 7)))])

    drawn = svg(TWO, overlay=overlay)

    assert drawn.count('class="shade"') == 2
    assert re.findall(r'class="lit"[^>]*stroke="([^"]*)"', drawn) == [DARK.red]
    assert drawn.rindex('class="shade"') < drawn.index('class="lit"') < drawn.rindex(f'stroke="{DARK.trace}"')


def test_every_tile_has_a_symbol_whose_colours_a_page_can_change():
    root = ElementTree.fromstring(f'<svg xmlns="http://www.w3.org/2000/svg">{tile_symbols()}</svg>')

    assert [child.get("id") for child in root] == [f"tile-{tile}" for tile in FULL_SET]
    assert {child.get("viewBox") for child in root} == {"-60 -60 120 120"}
    for child, tile in zip(root, FULL_SET, strict=True):
        shown = {e.get("class") for e in child.iter(f"{SVG}path")}
        assert {f"link-{link.colour.letter}" for link in links(tile)} < shown
    assert "var(--tantrix-red," in tile_symbols([1])


def test_a_png_has_the_requested_width():
    drawn = png(svg(TWO, padding=0), 400)

    assert drawn.startswith(b"\x89PNG")
    assert struct.unpack(">II", drawn[16:24]) == (400, 230)


@pytest.mark.parametrize("width", [0, -1, 8193])
def test_a_png_of_an_impossible_width_is_refused(width):
    with pytest.raises(ValueError, match=str(width)):
        png(svg(TWO), width)


def test_a_negative_padding_is_refused():
    with pytest.raises(ValueError, match="-1"):
        svg(TWO, padding=-1)


def test_a_text_that_is_not_a_picture_is_refused():
    with pytest.raises(ValueError):
        png("<html>", 10)


def test_a_tile_that_does_not_exist_is_refused():
    with pytest.raises(ValueError, match="65"):
        tile_symbols([65])


def test_what_a_page_hides_of_a_tile_is_an_svg_because_browsers_lay_out_hidden_groups():
    drawn = ElementTree.fromstring(f"<svg>{tile_symbols([12])}</svg>")

    hidden = [one for one in drawn.iter() if "none)" in one.get("display", "")]

    assert [(one.tag, one.get("class")) for one in hidden] == [("svg", "marks"), ("svg", "numbers")]
    assert {one.get("overflow") for one in hidden} == {"visible"}


def test_symbols_and_what_is_apart_from_them_make_whole_tiles():
    apart = ElementTree.fromstring(f"<svg>{tile_symbols_apart([3, 12], 'КЖЗС')}</svg>")
    found = {one.get("id"): one for one in apart}
    for tile in (3, 12):
        for name in ("marks", "numbers"):
            found[f"tile-{tile}"].extend(found[f"{name}-{tile}"])

    whole = ElementTree.fromstring(f"<svg>{tile_symbols([3, 12], 'КЖЗС')}</svg>")
    assert [*map(ElementTree.tostring, whole)] == [
        ElementTree.tostring(found[f"tile-{tile}"]) for tile in (3, 12)
    ]


@pytest.mark.parametrize("name", sorted(PICTURES))
def test_the_pictures_of_the_docs_are_those_that_their_script_draws(name):
    assert (DOCS / "pictures" / name).read_text(encoding="utf-8") == PICTURES[name] + "\n"


def test_every_picture_of_the_docs_has_a_script():
    assert {path.name for path in (DOCS / "pictures").glob("*.svg")} == set(PICTURES)


@pytest.mark.parametrize("letters", ["RYG", "RYGG", "RYGĄ"])
def test_letters_of_colours_are_four_different_ones_that_can_be_drawn(letters):
    with pytest.raises(ValueError, match="four different letters"):
        tile_symbols([1], letters)


def test_a_label_needs_a_font_only_if_our_letters_do_not_cover_it():
    assert "<text" not in svg(TWO, overlay=Overlay(labels={ORIGIN: "A1"}))
    assert ">Ä</text>" in svg(TWO, overlay=Overlay(labels={ORIGIN: "Ä"}))


def test_the_rules_of_the_docs_have_their_numbers_and_show_every_picture():
    page = (DOCS / "play/rules.md").read_text(encoding="utf-8")
    counts = {1: 4, 2: 6, 3: 7, 4: 4, 5: 3, 6: 5, 7: 5, 8: 4}

    numbered = re.findall(r"^\*\*(R\d\.\d)\*\*", page, re.MULTILINE)

    assert numbered == [f"R{part}.{n}" for part, last in counts.items() for n in range(1, last + 1)]
    assert set(re.findall(r"pictures/([\w-]+\.svg)", page)) == set(PICTURES)
