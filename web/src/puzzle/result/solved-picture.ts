/** A solved puzzle as a picture: dimmed tiles, and over them the line with a white core. */
import { render, type SVGTemplateResult, svg } from "lit";
import type { ColourLetter, PuzzleView } from "../../generated/protocol";
import { at, SHADE } from "../../tiles/board-element";
import { linkPath, tileShape } from "../../tiles/draw";
import type { LaidTile } from "../../tiles/golden-rule";
import { looksDone } from "../marks";
import { bestLine } from "../solitaire/scoring";
import { type Laid, parseLaid, printed, withCopies } from "../state";
import { viewBoxOf } from "../view-box";

/** Draw a solution into an empty `<svg>`; return false, and draw nothing, if the tiles are none. */
export function drawSolution(place: SVGSVGElement, view: PuzzleView, text: string): boolean {
  const puzzle = withCopies(view);
  const laid = parseLaid(puzzle, text);
  if (!looksDone(puzzle, laid)) return false;
  place.setAttribute("viewBox", viewBoxOf(laid));
  const drawn = svg`${laid.map((placed) => svg`<g transform=${at(placed)}>${tileShape(printed(placed.tile), placed.rotation)}</g>`)}${litLines(puzzle, laid)}`;
  render(drawn, place as unknown as HTMLElement);
  return true;
}

/** Render the lines of a solution over darkened tiles. */
export function litLines(puzzle: PuzzleView, laid: Laid): SVGTemplateResult {
  return svg`<g class="shades">${laid.map((placed) => svg`<polygon class="shade" transform=${at(placed)} points=${SHADE}></polygon>`)}</g>
      ${puzzle.strands.map(({ colour }) => svg`<g class="solved-line">${bestLine(puzzle, laid, colour).tiles.map((placed) => lit(placed, colour))}</g>`)}`;
}

/** Render a tile's part of a line, with a white core, and the light that passes it. */
function lit(placed: LaidTile, colour: ColourLetter): SVGTemplateResult {
  const d = linkPath(printed(placed.tile), colour);
  return svg`<g transform=${at(placed)}><g class="turn-${placed.rotation} turned">
    <path class="lit-body stroke-${colour}" d=${d}></path><path class="lit-core" d=${d}></path><path class="light" d=${d}></path></g></g>`;
}
