/** The players of a rush: names, tiles left, and the ranks of those who are out. */
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { ColourLetter, RushHolding, RushRoomView, RushSeatView } from "../generated/protocol";
import { t, tn } from "../page/i18n";
import { face, faceOfName } from "../page/players/face";
import { tilePicture } from "../tiles/draw";
import { tilesText } from "../tiles/text";
import { isActive, nTiles, type Rush, withPendingApplied } from "./state";
import { type RobotStyle, rankSentence } from "./text";

/** The latest call of each seat. */
export type Calls = ReadonlyMap<number, string>;

/** Render a player's number, each in its own colour. */
export function badge(seat: number): TemplateResult {
  return html`<span class="seat-badge seat-${seat + 1}" aria-hidden="true">${seat + 1}</span>`;
}

const STYLE_FACES: Readonly<Record<RobotStyle, string>> = { gentle: "23Y", calm: "36G", balanced: "21B", hasty: "44R" };
const MOUTHS: readonly ColourLetter[] = ["R", "B", "G", "Y"]; // of robots, by their seats: as the seats' numbers

/** Draw the face of a player: its own, or that of a robot's style with the mouth of its seat. */
export function seatFace(seat: RushSeatView): TemplateResult {
  return seat.robot ? styleFace(seat.robot, mouthOf(seat)) : face(seat.account ?? seat.name, null, seat.face);
}

export function styleFace(style: RobotStyle, mouth: ColourLetter | null = null): TemplateResult {
  return face(style, null, STYLE_FACES[style], mouth);
}

function mouthOf({ seat }: RushSeatView): ColourLetter {
  return MOUTHS[seat % MOUTHS.length] ?? "R";
}

/** Return the colour of a player's mouth. */
export function faceColour(seat: RushSeatView): string {
  if (seat.robot) return mouthOf(seat);
  return (seat.face ?? faceOfName(seat.account ?? seat.name))[2] ?? "R";
}

/** Render a rank as a medal. */
export function medal(rank: number): TemplateResult {
  return html`<span class="medal medal-${Math.min(rank, 4)}"><span aria-hidden="true">${rank}</span><span class="visually-hidden">${rankSentence(rank)}</span></span>`;
}

/** Render the bar of all players. */
export function playersBar(
  room: RushRoomView,
  rush: Rush,
  calls: Calls,
  isHere: readonly boolean[] | null,
): TemplateResult {
  const { holdings } = withPendingApplied(rush);
  const many = room.seats.length > 4 ? "many" : `of-${room.seats.length}`;
  return html`<ul class="rush-players ${many}" aria-label=${t("Players")}>${room.seats.map((seat) => {
    const holding = holdings[seat.seat];
    return holding ? card(seat, holding, calls.get(seat.seat) ?? null, isHere?.[seat.seat] ?? true) : nothing;
  })}</ul>`;
}

function card(seat: RushSeatView, holding: RushHolding, call: string | null, isHere: boolean): TemplateResult {
  const n = nTiles(holding);
  const state = !isActive(holding) ? "done" : n === 1 ? "last" : "";
  const isAway = !isHere && seat.robot === null && !seat.is_mine;
  return html`<li class="rush-player edge-seat-${seat.seat + 1} ${seat.is_mine ? "mine" : ""} ${state}" data-seat=${seat.seat}>
    <span class="faced">${seatFace(seat)}${badge(seat.seat)}</span>
    <span class="rush-name">${seat.name}${seat.is_mine ? html`<span class="you"> (${t("you")})</span>` : nothing}</span>
    ${isAway ? html`<span class="away-note">${t("away")}</span>` : nothing}
    ${standing(holding, n)}
    ${pile(holding)}
    ${meter(seat, holding)}
    ${call ? html`<span class="call" aria-hidden="true">${call}</span>` : nothing}
  </li>`;
}

function standing(holding: RushHolding, n: number): TemplateResult {
  if (holding.rank !== null) return medal(holding.rank);
  if (holding.has_left) return html`<span class="rank-sign left-sign">${t("has left")}</span>`;
  return html`<span class="tile-count"><b>${n}</b><span class="visually-hidden">${tn("tile", "tiles", n)}</span></span>`;
}

/** Render a penalty pile, face up for everybody. */
function pile(holding: RushHolding): TemplateResult {
  const tiles = holding.pile;
  const label = tiles.length > 0 ? t("Penalty pile: {tiles}", { tiles: tilesText(tiles) }) : "";
  return html`<span class="their-pile" role=${label ? "img" : "presentation"} aria-label=${label || nothing}>${repeat(
    tiles,
    (tile) => tile,
    (tile) => html`<span>${tilePicture(tile)}</span>`,
  )}</span>`;
}

/** Render a bar of the tiles left: stock, turned tile, penalty pile. */
function meter(seat: RushSeatView, holding: RushHolding): TemplateResult {
  const whole = Math.max(seat.n_dealt, nTiles(holding), 1);
  const x = (n: number) => ((100 * n) / whole).toFixed(1);
  const closed = holding.n_stock + (holding.has_turned ? 1 : 0);
  return html`<svg class="meter" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
    <rect class="meter-all" width="100" height="4"></rect>
    <rect class="meter-stock" width=${x(closed)} height="4"></rect>
    <rect class="meter-pile" x=${x(closed)} width=${x(holding.pile.length)} height="4"></rect></svg>`;
}
