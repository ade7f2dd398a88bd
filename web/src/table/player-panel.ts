/** The players with face, score, hand, clock and a switch that traces their best line; free colours; the draw pile. */
import { html, nothing, svg, type TemplateResult } from "lit";
import type { ColourLetter, SeatView } from "../generated/protocol";
import { decimal, t, tn } from "../page/i18n";
import { icon } from "../page/icons";
import { badgeText, playerBadge } from "../page/players/badge";
import { face } from "../page/players/face";
import { swatch } from "../page/players/swatch";
import { dayText } from "../page/time/text";
import { tilePicture } from "../tiles/draw";
import { colourName } from "../tiles/text";
import { isAlone } from "./actions";
import { shownClock } from "./clock";
import { smallRack } from "./rack";
import { isOver, isReviewing, shownLaid, shownPosition, type TableState } from "./state";

const COLOURS: readonly ColourLetter[] = ["R", "Y", "G", "B"];

/**
 * Render a player's bar: face, name, details, hand, score and clock.
 *
 * The player whose large rack is below has no small one here; `more` is shown below the name.
 */
export function playerBar(
  state: TableState,
  seat: SeatView,
  isDocked: boolean,
  trace: (colour: ColourLetter) => void,
  more: TemplateResult | typeof nothing = nothing,
): TemplateResult {
  const position = shownPosition(state);
  const isToPlay = !isOver(state) && position.to_play === seat.seat;
  const isThinking = state.thinking === seat.seat && position === state.position;
  return html`<li class="player ${isToPlay ? "to-play" : ""} ${isDocked ? "docked" : ""} edge-${seat.colour}" data-seat=${seat.seat}>
    ${face(seat.account ?? seat.name, seat.robot, seat.badge?.face, seat.colour)}
    <span class="player-title">
      <span class="player-name" title=${seat.name}>${seat.name}<span class="visually-hidden">, ${colourName(seat.colour)}</span></span>
      <span class="under-name">${underName(state, seat, isToPlay && !isThinking)}${
        isThinking ? html`<span class="thinking" aria-hidden="true"><i></i><i></i><i></i></span>` : nothing
      }</span>
    </span>
    ${isDocked ? nothing : smallRack(state, seat.seat)}
    <span class="player-figures">${swatch(seat.colour)}${scoreButton(state, seat.colour, position.scores[seat.seat] ?? 0, trace)}${time(state, seat.seat)}</span>
    ${more}
  </li>`;
}

/** Render a player's details: at first one's own colour, then rating or level, tournament points, absence, whether it is their turn. */
function underName(state: TableState, seat: SeatView, isToPlay: boolean): TemplateResult {
  const isAway = !isOver(state) && !seat.is_mine && state.isHere?.[seat.seat] === false;
  const isOnVacation = !isOver(state) && seat.away_until !== null && Date.parse(seat.away_until ?? "") > Date.now();
  const isPlain = !badgeText(seat) && !state.clock;
  const isColourShown = seat.is_mine && isAlone(state) && (isPlain || !hasLaid(state, seat));
  return html`${isColourShown ? html`<span class="colour-note">${t("your colour: {colour}", { colour: colourName(seat.colour) })}</span>` : playerBadge(seat)}${tournamentPoints(state, seat.seat)}${
    seat.stand_in ? html`<span class="stand-in-note">${t("A robot plays on.")}</span>` : nothing
  }${
    isOnVacation
      ? html`<span class="away-note">${t("on vacation until {day}", { day: dayText(new Date(seat.away_until ?? 0), document.documentElement.lang) })}</span>`
      : isAway
        ? html`<span class="away-note">${t("away")}</span>`
        : nothing
  }${
    isToPlay && !seat.is_mine && !isAway && !state.clock
      ? html`<span class="turn-note">${t("to play")}</span>`
      : nothing
  }`;
}

function hasLaid(state: TableState, { seat }: SeatView): boolean {
  return state.laid.some((laid) => laid.seat === seat);
}

/** Render the strip of the colours that nobody plays, each with the length of its best line and a trace switch. */
export function freeColours(state: TableState, trace: (colour: ColourLetter) => void): TemplateResult | typeof nothing {
  const played = state.game.seats.map((seat) => seat.colour);
  const others = COLOURS.filter((colour) => !played.includes(colour));
  if (others.length === 0) return nothing;
  return html`<div class="free-colours" role="group" aria-label=${t("Free colours")}>
    <span class="strip-label" aria-hidden="true">${t("Free colours")}</span>${others.map((colour) => {
      const score = shownPosition(state).lines.find((line) => line.colour === colour)?.score ?? 0;
      return html`<span class="free-colour">${swatch(colour)}${scoreButton(state, colour, score, trace)}</span>`;
    })}</div>`;
}

/** Render the draw pile: the tiles left to draw; it opens the list of them. */
export function drawPile(state: TableState, open: () => void): TemplateResult {
  const n = shownPosition(state).unseen.length;
  const label = tn("{n} tile to draw. Show the unseen tiles", "{n} tiles to draw. Show the unseen tiles", n);
  return html`<button type="button" class="bag-button" aria-label=${label} title=${t("Tiles not yet drawn")} @click=${open}>
    ${pilePicture(n)}<span aria-hidden="true"><b>${n}</b> <span class="bag-words">${t("to draw")}</span></span></button>`;
}

/** Draw the height of the pile: one tile for every eight that are left. */
function pilePicture(n: number): TemplateResult {
  const tiles = Array.from({ length: Math.min(7, Math.ceil(n / 8)) }, (_, k) => k);
  return html`<svg class="pile" viewBox="-20 -44 40 58" aria-hidden="true">${tiles.map(
    (k) =>
      svg`<polygon class="pile-tile" transform="translate(0 ${-5 * k})" points="-16,0 -8,-12 8,-12 16,0 8,12 -8,12"></polygon>`,
  )}</svg>`;
}

/** Render the table of unseen tiles. */
export function unseenTable(state: TableState): TemplateResult {
  const { unseen } = shownPosition(state);
  return html`<p>${tn("{n} tile is left in the bag.", "{n} tiles are left in the bag.", unseen.length)}</p>
    <ul class="unseen-tiles">${unseen.map(
      (tile) => html`<li>${tilePicture(tile, 0, true)}<span class="tile-number" aria-hidden="true">${tile}</span></li>`,
    )}</ul>`;
}

/** Render the clock of a seat, or, while an earlier position is shown, the time that the seat had left then. */
function time(state: TableState, seat: number): TemplateResult | typeof nothing {
  const leftMs = pastTimeMs(state, seat);
  if (leftMs !== null) {
    return shownClock(leftMs, 0, false, false);
  }
  return state.clock && !isReviewing(state)
    ? html`<tantrix-clock .clock=${state.clock} .seat=${seat} .control=${state.game.control}></tantrix-clock>`
    : nothing;
}

/** Return the time that a seat had left after its last tile of the position shown; null for the newest position. */
export function pastTimeMs(state: TableState, seat: number): number | null {
  if (state.clock && !isReviewing(state)) return null;
  return shownLaid(state).findLast((laid) => laid.seat === seat)?.left_ms ?? null;
}

function tournamentPoints(state: TableState, seat: number): TemplateResult | typeof nothing {
  const points = isReviewing(state) ? undefined : state.clock?.view.points?.[seat];
  if (points === undefined) return nothing;
  const label = t("Tournament points as the game stands, with the penalties of the clock");
  return html`<span class="points-note" title=${label}>${t("{points} TP", { points: decimal(points) })}</span>`;
}

function scoreButton(
  state: TableState,
  colour: ColourLetter,
  score: number,
  trace: (colour: ColourLetter) => void,
): TemplateResult {
  const line = shownPosition(state).lines.find((one) => one.colour === colour);
  const isTraced = state.traced.includes(colour);
  const kind = line?.is_loop ? t("loop") : t("line");
  const label = tn(
    "{n} point. Show the best {kind} of {colour}",
    "{n} points. Show the best {kind} of {colour}",
    score,
    { kind, colour: colourName(colour) },
  );
  return html`<button type="button" class="score ${isTraced ? "on" : ""}" aria-pressed=${isTraced ? "true" : "false"}
      aria-label=${label} title=${t("Show the best line")} @click=${() => trace(colour)}>
    ${line?.is_loop ? html`<span class="loop-sign" aria-hidden="true">○</span>` : nothing}<b>${score}</b>${icon("trace")}
  </button>`;
}
