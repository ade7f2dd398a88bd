/** The players with name, colour, score, hand and a switch that traces their best line; and the tiles in the bag. */
import { html, nothing, type TemplateResult } from "lit";
import type { ColourLetter, SeatView } from "../generated/protocol";
import { face } from "../page/face";
import { t, tn } from "../page/i18n";
import { icon } from "../page/icons";
import { playerBadge } from "../page/player-badge";
import { swatch, tilePicture } from "../tiles/draw";
import { colourName } from "../tiles/tile-text";
import { clockText } from "./clock";
import { smallRack } from "./rack";
import { isOver, isReviewing, shownLaid, shownPosition, type TableState } from "./state";

const COLOURS: readonly ColourLetter[] = ["R", "Y", "G", "B"];

/** Render a player's card, with a small rack unless the large one below the board is theirs. */
export function playerCard(
  state: TableState,
  seat: SeatView,
  isDocked: boolean,
  trace: (colour: ColourLetter) => void,
): TemplateResult {
  const position = shownPosition(state);
  const isToPlay = !isOver(state) && position.to_play === seat.seat;
  const isThinking = state.thinking === seat.seat && position === state.position;
  const isAway = !isOver(state) && !seat.is_mine && state.isHere?.[seat.seat] === false;
  return html`<li class="player ${isToPlay ? "to-play" : ""} ${isDocked ? "docked" : ""} edge-${seat.colour}">
    <div class="player-head">
      ${face(seat.account ?? seat.name, seat.robot)}${swatch(seat.colour)}
      <span class="player-title">
        <span class="player-name" title=${seat.name}>${seat.name}<span class="visually-hidden">, ${colourName(seat.colour)}</span></span>
        <span class="under-name">${time(state, seat.seat)}${playerBadge(seat)}${isAway ? html`<span class="away-note">${t("away")}</span>` : nothing}</span>
      </span>
      ${isThinking ? html`<span class="thinking" aria-hidden="true"><i></i><i></i><i></i></span>` : nothing}
      ${isToPlay && !isThinking && !state.clock ? html`<span class="turn-note">${t("to play")}</span>` : nothing}
      ${scoreButton(state, seat.colour, position.scores[seat.seat] ?? 0, trace)}
    </div>
    ${tournamentPoints(state, seat.seat)}
    ${seat.stand_in ? html`<p class="stand-in-note">${t("A robot plays on.")}</p>` : nothing}
    ${isDocked ? otherTraces(state, trace) : smallRack(state, seat.seat)}
  </li>`;
}

/** Render trace switches for the colours that nobody plays. */
export function otherTraces(state: TableState, trace: (colour: ColourLetter) => void): TemplateResult | typeof nothing {
  const played = state.game.seats.map((seat) => seat.colour);
  const others = COLOURS.filter((colour) => !played.includes(colour));
  if (others.length === 0) return nothing;
  return html`<div class="other-traces" role="group" aria-label=${t("Lines of the other colours")}>${others.map(
    (colour) => {
      const score = shownPosition(state).lines.find((line) => line.colour === colour)?.score ?? 0;
      return html`<span class="other-trace">${swatch(colour)}${scoreButton(state, colour, score, trace)}</span>`;
    },
  )}</div>`;
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
    const text = clockText(leftMs);
    return html`<span class="clock" aria-label=${t("Time left: {time}", { time: text })}>${text}</span>`;
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
  return html`<p class="quiet" title=${label}>${t("{points} TP", { points: points.toFixed(1) })}</p>`;
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
