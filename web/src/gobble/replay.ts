/**
 * Replay of a rush on a time axis: what was on the table and in the hands at every moment, and the bar to seek in it.
 */
import { html, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import type { RushHolding, RushMoment, RushReplay, RushRoomView } from "../generated/protocol";
import { t } from "../page/i18n";
import { icon } from "../page/icons";
import { printDuration, spokenDuration } from "../page/time/text";
import { tilePicture } from "../tiles/draw";
import { cellText } from "../tiles/hexes";
import { badge } from "./players";
import { type LaidBySeat, NO_OPEN_TILES, type Rush } from "./state";
import { gobbleSentence, playerName } from "./text";

/** The rush after a command. */
export interface Frame {
  atMs: number;
  laid: readonly LaidBySeat[];
  holdings: readonly RushHolding[];
  /** The open tiles of each seat: the turned one and the penalty pile. */
  open: readonly OpenTiles[];
  /** What happened, in words; empty if it is not worth a sentence. */
  sentence: string;
}

export interface OpenTiles {
  turned: number | null;
  pile: readonly number[];
}

const STEP_MS = 100;

export const SPEEDS = [1, 2, 4, 8] as const;

/** Return the rush after each of its commands, the deal first. */
export function framesOf(replay: RushReplay, room: RushRoomView): Frame[] {
  const start: Frame = {
    atMs: 0,
    laid: replay.core.map(({ tile, q, r, rotation, seat }) => ({ tile, q, r, rotation, seat })),
    holdings: replay.stocks.map((stock, seat) => ({
      seat,
      n_stock: stock.length,
      pile: [],
      has_turned: false,
      dues: [],
      rank: null,
      has_left: false,
    })),
    open: replay.stocks.map(() => ({ turned: null, pile: [] })),
    sentence: "",
  };
  const frames = [start];
  for (const moment of replay.moments) frames.push(after(frames.at(-1) as Frame, moment, room));
  return frames;
}

function after(frame: Frame, moment: RushMoment, room: RushRoomView): Frame {
  const tiles = moment.events.flatMap((event) => (event.kind === "laid" ? [event.laid] : []));
  const laid = tiles.map(({ tile, q, r, rotation, seat }) => ({ tile, q, r, rotation, seat }));
  return {
    atMs: moment.at_ms,
    laid: laid.length > 0 ? [...frame.laid, ...laid] : frame.laid,
    holdings: frame.holdings.map((one) => moment.holdings.find((other) => other.seat === one.seat) ?? one),
    open: moment.events.reduce(withEvent, frame.open),
    sentence: moment.events.map((event) => eventSentence(event, room)).join(" "),
  };
}

type ReplayEvent = RushMoment["events"][number];

function withEvent(open: readonly OpenTiles[], event: ReplayEvent): readonly OpenTiles[] {
  if (!("seat" in event)) return open;
  const change = (now: OpenTiles): OpenTiles => {
    switch (event.kind) {
      case "turned":
        return { ...now, turned: event.tile?.tile ?? null };
      case "put-aside":
        return now.turned === null ? now : { turned: null, pile: [...now.pile, now.turned] };
      case "laid":
        return lifted(now, event.laid.tile);
      case "given":
        return event.source === "pile" && event.tile ? lifted(now, event.tile.tile) : now;
      default:
        return now;
    }
  };
  return open.map((one, seat) => (seat === event.seat ? change(one) : one));
}

function lifted(open: OpenTiles, tile: number): OpenTiles {
  return { turned: open.turned === tile ? null : open.turned, pile: open.pile.filter((one) => one !== tile) };
}

function eventSentence(event: ReplayEvent, room: RushRoomView): string {
  switch (event.kind) {
    case "laid": {
      const name = playerName(room, event.seat);
      const sentence = t("{name} placed tile {tile} at {cell}.", {
        name,
        tile: event.laid.tile,
        cell: cellText(event.laid),
      });
      return event.gobble > 0 ? `${sentence} ${gobbleSentence(event.gobble)}` : sentence;
    }
    case "given":
      return t("{name} gave {other} a tile.", {
        name: playerName(room, event.seat),
        other: playerName(room, event.to),
      });
    case "finished":
      return t("{name} placed the last tile: rank {rank}.", { name: playerName(room, event.seat), rank: event.rank });
    case "left":
      return t("{name} has left.", { name: playerName(room, event.seat) });
    default:
      return "";
  }
}

/** Return the last frame at or before a moment. */
export function frameAt(frames: readonly Frame[], ms: number): Frame {
  let [low, high] = [0, frames.length - 1];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if ((frames[middle]?.atMs ?? 0) <= ms) low = middle;
    else high = middle - 1;
  }
  return frames[low] as Frame;
}

/** Return a frame as a rush of a spectator. */
export function rushOfFrame(frame: Frame, rush: Rush): Rush {
  return {
    ...rush,
    seat: null,
    laid: frame.laid,
    holdings: frame.holdings,
    own: NO_OPEN_TILES,
    pending: [],
    chosen: null,
    over: null,
  };
}

export interface RushReplayListener {
  seek(ms: number): void;
  toggle(): void;
  speed(): void;
  close(): void;
}

export interface ReplayState {
  frames: readonly Frame[];
  lengthMs: number;
  ms: number;
  speed: number;
  isPlaying: boolean;
}

/** Render the time axis, with a mark for each tile laid, and its controls. */
export function rushReplayBar(
  replay: ReplayState,
  moments: readonly RushMoment[],
  room: RushRoomView,
  listener: RushReplayListener,
): TemplateResult {
  const frame = frameAt(replay.frames, replay.ms);
  return html`<section class="rush-replay" aria-label=${t("Replay of the rush")}>
    <p class="hint">${frame.sentence}</p>
    ${openTiles(frame, room)}
    <div class="axis">
      ${axis(moments, replay.lengthMs)}
      <input type="range" min="0" max=${STEP_MS * Math.ceil(replay.lengthMs / STEP_MS)} step=${STEP_MS} .value=${String(replay.ms)} aria-label=${t("Time")}
        aria-valuetext=${spokenDuration(replay.ms)} @input=${(event: InputEvent) => listener.seek(Number((event.target as HTMLInputElement).value))}>
    </div>
    <div class="replay-buttons">
      <button type="button" class="round" aria-label=${replay.isPlaying ? t("Pause") : t("Play")} @click=${() => listener.toggle()}>${icon(replay.isPlaying ? "pause" : "start")}</button>
      <button type="button" aria-label=${t("Speed: {n} times", { n: replay.speed })} @click=${() => listener.speed()}>${replay.speed}×</button>
      <span class="replay-time">${printDuration(replay.ms)} / ${printDuration(replay.lengthMs)}</span>
      <a class="button" href=${`${room.url}/record`} download aria-label=${t("Download the record")} title=${t("Download the record")}>${icon("download")}</a>
      <button type="button" @click=${() => listener.close()}>${t("Back to the ranks")}</button>
    </div></section>`;
}

/** Render a row for each player with a stroke for each tile laid, higher for a Gobble. */
function axis(moments: readonly RushMoment[], lengthMs: number): TemplateResult {
  const laid = moments.flatMap((moment) =>
    moment.events.flatMap((event) => (event.kind === "laid" ? [{ atMs: moment.at_ms, event }] : [])),
  );
  const x = (ms: number) => ((1000 * ms) / Math.max(1, lengthMs)).toFixed(1);
  const stroke = (atMs: number, seat: number, gobble: number): SVGTemplateResult =>
    svg`<rect class="stroke-seat-${seat + 1}" x=${x(atMs)} width="4" y=${gobble > 0 ? 0 : 12} height=${gobble > 0 ? 32 : 20}></rect>`;
  return html`<svg class="axis-marks" viewBox="0 0 1004 32" preserveAspectRatio="none" aria-hidden="true">${laid.map(
    ({ atMs, event }) => stroke(atMs, event.seat, event.gobble),
  )}</svg>`;
}

/** Render each player's open tiles; after the end nothing is hidden. */
function openTiles(frame: Frame, room: RushRoomView): TemplateResult {
  return html`<div class="open-tiles">${room.seats.map((seat) => {
    const open = frame.open[seat.seat];
    return html`<span class="open-hand">${badge(seat.seat)}
      <span class="open-turned">${open?.turned ? tilePicture(open.turned, 0, true) : ""}</span>
      ${(open?.pile ?? []).map((tile) => html`<span class="open-pile">${tilePicture(tile, 0, true)}</span>`)}</span>`;
  })}</div>`;
}
