/** The curve of the expected margin over a game, drawn to the pixel, with the mistakes and the ply shown. */
import { nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import type { AnalysisView, ColourLetter, GameView, GradeName, StepView, TrackView } from "../generated/protocol";
import { t, tn } from "../page/i18n";
import { colourLetter } from "../page/players/swatch";
import { seatName } from "../table/sentences";
import { gradeName, isError, signed } from "./grades";

export const HEIGHT = 132;
const LEFT = 34;
const RIGHT = 10;
const TOP = 10;
const BOTTOM = 20;
const MIN_REACH = 10;

/** The geometry of a chart of a given width in pixels. */
export interface ChartArea {
  width: number;
  first: number;
  last: number;
  reach: number;
}

export function chartOf(analysis: AnalysisView, width: number): ChartArea {
  const points = analysis.tracks.flatMap((track) => track.points as [number, number][]);
  const reach = Math.max(MIN_REACH, ...points.map(([, margin]) => Math.abs(margin)));
  return {
    width,
    first: Math.min(...points.map(([ply]) => ply), (analysis.steps[0]?.ply ?? 1) - 1),
    last: analysis.n_plies,
    reach: 5 * Math.ceil(reach / 5),
  };
}

export function xOf(sheet: ChartArea, ply: number): number {
  return LEFT + ((sheet.width - LEFT - RIGHT) * (ply - sheet.first)) / Math.max(1, sheet.last - sheet.first);
}

export function yOf(sheet: ChartArea, margin: number): number {
  const half = (HEIGHT - TOP - BOTTOM) / 2;
  return TOP + half - (half * margin) / sheet.reach;
}

/** Return the ply nearest to a point of the chart. */
export function plyAt(sheet: ChartArea, x: number): number {
  const share = (x - LEFT) / Math.max(1, sheet.width - LEFT - RIGHT);
  const ply = Math.round(sheet.first + share * (sheet.last - sheet.first));
  return Math.min(Math.max(ply, sheet.first), sheet.last);
}

/** Return the margin of a curve at a ply, interpolated between its points. */
export function marginAt(track: TrackView, ply: number): number | null {
  const points = track.points as [number, number][];
  const after = points.findIndex(([at]) => at >= ply);
  const right = points[after];
  if (!right) return points.at(-1)?.[1] ?? null;
  const left = points[after - 1] ?? right;
  if (right[0] === left[0]) return right[1];
  return left[1] + ((right[1] - left[1]) * (ply - left[0])) / (right[0] - left[0]);
}

/** Say who is ahead at a ply, and by how much. */
export function curveSentence(analysis: AnalysisView, game: GameView, ply: number): string {
  const parts = analysis.tracks.map((track) => {
    const margin = marginAt(track, ply) ?? 0;
    return t("{name} {margin}", { name: seatName(game, track.seat), margin: signed(margin) });
  });
  return tn("{n} tile: {standing}", "{n} tiles: {standing}", ply, { standing: parts.join(", ") });
}

/** Render the curve, or one for each of three or four players. */
export function curve(analysis: AnalysisView, game: GameView, sheet: ChartArea, ply: number): TemplateResult {
  const colours = game.seats.map((seat) => seat.colour);
  const [only] = analysis.tracks.length === 1 ? analysis.tracks : [];
  return svg`<svg class="curve" viewBox="0 0 ${sheet.width} ${HEIGHT}" width=${sheet.width} height=${HEIGHT} aria-hidden="true">
    ${grid(sheet)}
    ${only ? areas(sheet, only, colours) : nothing}
    ${analysis.tracks.map((track) => svg`<path class=${only ? "curve-line" : `curve-line stroke-${colours[track.seat]}`} d=${path(sheet, track)}></path>`)}
    <path class="curve-now" d="M${xOf(sheet, ply).toFixed(1)} ${TOP}V${HEIGHT - BOTTOM}"></path>
    ${analysis.steps.map((step) => mark(analysis, sheet, step, colours))}
    ${analysis.tracks.map((track) => now(sheet, track, ply))}
    ${only ? sides(sheet, colours) : analysis.tracks.map((track) => name(sheet, track, colours[track.seat]))}
  </svg>` as unknown as TemplateResult;
}

function path(sheet: ChartArea, track: TrackView): string {
  const points = track.points as [number, number][];
  return points
    .map(([ply, margin], n) => `${n ? "L" : "M"}${xOf(sheet, ply).toFixed(1)} ${yOf(sheet, margin).toFixed(1)}`)
    .join("");
}

function grid(sheet: ChartArea): SVGTemplateResult[] {
  const step = sheet.reach <= 10 ? 5 : sheet.reach <= 20 ? 10 : 20;
  const lines = [];
  for (let margin = -Math.floor(sheet.reach / step) * step; margin <= sheet.reach; margin += step) {
    const y = yOf(sheet, margin);
    lines.push(svg`<path class=${margin === 0 ? "curve-zero" : "curve-grid"} d="M${LEFT} ${y.toFixed(1)}H${sheet.width - RIGHT}"></path>
      <text class="curve-label" x=${LEFT - 6} y=${y + 4} text-anchor="end">${margin > 0 ? `+${margin}` : `${margin}`.replace("-", "−")}</text>`);
  }
  for (let ply = Math.ceil(sheet.first / 10) * 10; ply <= sheet.last; ply += 10) {
    lines.push(svg`<text class="curve-label" x=${xOf(sheet, ply)} y=${HEIGHT - 5} text-anchor="middle">${ply}</text>`);
  }
  return lines;
}

/** Fill the area between curve and middle: above in one player's colour, below in the other's. */
function areas(
  sheet: ChartArea,
  track: TrackView,
  colours: readonly ColourLetter[],
): SVGTemplateResult | typeof nothing {
  const points = track.points as [number, number][];
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return nothing;
  const middle = yOf(sheet, 0);
  const area = `${path(sheet, track)}L${xOf(sheet, last[0]).toFixed(1)} ${middle}L${xOf(sheet, first[0]).toFixed(1)} ${middle}Z`;
  return svg`<clipPath id="curve-above"><rect x="0" y="0" width=${sheet.width} height=${middle}></rect></clipPath>
    <clipPath id="curve-below"><rect x="0" y=${middle} width=${sheet.width} height=${HEIGHT - middle}></rect></clipPath>
    <path class="curve-area fill-${colours[0]}" clip-path="url(#curve-above)" d=${area}></path>
    <path class="curve-area fill-${colours[1]}" clip-path="url(#curve-below)" d=${area}></path>`;
}

/** Mark a placement with a loss in its player's colour: a dot, a diamond for a mistake, a square for a blunder. */
function mark(
  analysis: AnalysisView,
  sheet: ChartArea,
  step: StepView,
  colours: readonly ColourLetter[],
): SVGTemplateResult | typeof nothing {
  const { choice } = step;
  const track = analysis.tracks.find((one) => one.seat === step.seat) ?? analysis.tracks[0];
  if (!choice || !isError(choice.grade) || !track) return nothing;
  const [x, y] = [xOf(sheet, step.ply - 1), yOf(sheet, marginAt(track, step.ply - 1) ?? 0)];
  return svg`<path class="curve-mark fill-${colours[step.seat]}" d=${SHAPES[choice.grade]} transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><title>${gradeName(choice.grade)}</title></path>`;
}

const DOT = "M-3.5 0a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0-7 0z";
const SHAPES: Record<GradeName, string> = {
  best: DOT,
  good: DOT,
  inaccuracy: DOT,
  mistake: "M0-6l6 6-6 6-6-6z",
  blunder: "M-5-5h10v10h-10z",
};

function now(sheet: ChartArea, track: TrackView, ply: number): SVGTemplateResult | typeof nothing {
  const margin = marginAt(track, ply);
  if (margin === null) return nothing;
  return svg`<circle class="curve-now-dot" cx=${xOf(sheet, ply).toFixed(1)} cy=${yOf(sheet, margin).toFixed(1)} r="4.5"></circle>`;
}

function sides(sheet: ChartArea, colours: readonly ColourLetter[]): SVGTemplateResult[] {
  return colours
    .slice(0, 2)
    .map((colour, n) => badge(colour, sheet.width - RIGHT - 10, n === 0 ? TOP + 8 : HEIGHT - BOTTOM - 8));
}

function name(
  sheet: ChartArea,
  track: TrackView,
  colour: ColourLetter | undefined,
): SVGTemplateResult | typeof nothing {
  const last = (track.points as [number, number][]).at(-1);
  return last && colour ? badge(colour, xOf(sheet, last[0]) - 8, yOf(sheet, last[1])) : nothing;
}

function badge(colour: ColourLetter, x: number, y: number): SVGTemplateResult {
  return svg`<circle class="fill-${colour}" cx=${x} cy=${y} r="8"></circle><text class="curve-letter" x=${x} y=${y + 4} text-anchor="middle">${colourLetter(colour)}</text>`;
}
