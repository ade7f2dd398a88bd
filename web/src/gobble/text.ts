/** Sentences about a rush: what a cell is, what to do, what happened, and why something was refused. */
import type { RushOutcomeView, RushRoomView, RushSettings } from "../generated/protocol";
import { listed, t, tn } from "../page/i18n";
import { printDuration } from "../page/time/text";
import { FORCED_SIDES, sidesOf } from "../tiles/golden-rule";
import { type Cell, cellText, isSameCell } from "../tiles/hexes";
import { fittingRotation } from "../tiles/legal-placements";
import { fitSentence, lyingSentence, sidesText, spaceSentence, tileColours, tileText } from "../tiles/text";
import {
  fittingRotationsAt,
  type HelpLevel,
  handTile,
  isActive,
  leastSides,
  myHolding,
  nTiles,
  type Rush,
  rotationOf,
  withPendingApplied,
} from "./state";
import { facingInRush, laidAt, type Misfit } from "./table";

export type RobotStyle = "gentle" | "calm" | "balanced" | "hasty";

export const ROBOT_STYLES: readonly RobotStyle[] = ["gentle", "calm", "balanced", "hasty"];

export function styleName(style: RobotStyle): string {
  return { gentle: t("gentle"), calm: t("calm"), balanced: t("balanced"), hasty: t("hasty") }[style];
}

/** Describe the style of a robot. */
export function styleSentence(style: RobotStyle): string {
  return {
    gentle: t("for children: waits for the slowest"),
    calm: t("slow and sure"),
    balanced: t("neither slow nor rash"),
    hasty: t("fast and careless"),
  }[style];
}

/** Describe a cell: a tile, or a space with the colours around it. */
export function rushCellSentence(rush: Rush, cell: Cell, help: HelpLevel): string {
  const one = laidAt(withPendingApplied(rush).laid, cell);
  if (one) return lyingSentence({ tile: one.tile, cell, rotation: one.rotation });
  const facing = facingInRush(rush.edges, withPendingApplied(rush).laid, cell);
  const tile = handTile(rush);
  const parts = [placeSentence(cell, facing)];
  if (tile !== null && help === "show") parts.push(tryingSentence(rush, tile, cell, sidesOf(facing)));
  else if (tile !== null && isSameCell(rush.over, cell)) parts.push(`${openTile(rush, tile)}.`);
  return parts.join(" ");
}

function placeSentence(cell: Cell, facing: string): string {
  if (sidesOf(facing) < FORCED_SIDES) return spaceSentence(cell, facing);
  return t("Forced space {cell}: {sides}.", { cell: cellText(cell), sides: sidesText(facing) });
}

function tryingSentence(rush: Rush, tile: number, cell: Cell, sides: number): string {
  const rotations = sides < leastSides(rush, tile) ? [] : fittingRotationsAt(rush, tile, cell);
  if (rotations.length === 0) return t("Tile {tile} does not fit.", { tile });
  return fitSentence(tile, rotations, fittingRotation(rotations, rotationOf(rush, tile)));
}

/** Describe one of the player's open tiles as turned. */
export function openTile(rush: Rush, tile: number): string {
  return tileText(tile, rotationOf(rush, tile));
}

/** Describe a tile of the player's penalty pile as turned. */
export function penaltyTile(rush: Rush, tile: number): string {
  return t("Penalty tile {tile}: {colours}", { tile, colours: tileColours(tile, rotationOf(rush, tile)) });
}

/** Say why a tile was refused. */
export function misfitSentence(misfit: Misfit): string {
  return {
    occupied: t("Somebody was faster."),
    "few-sides": t("A tile must touch at least two others."),
    penalty: t("A penalty tile may only fill a forced space, one of three sides or more."),
    mismatch: t("The colours of touching edges do not match."),
  }[misfit];
}

/** Say what to do now. */
export function rushPromptSentence(rush: Rush, isTouched: boolean): string {
  const mine = myHolding(rush);
  if (!mine) return t("You are watching.");
  if (mine.rank !== null) return t("You are out of tiles! The others play on.");
  if (!isActive(mine)) return t("You left this rush.");
  const tile = handTile(rush);
  if (tile !== null && tile !== withPendingApplied(rush).own.turned && rush.penaltySides >= FORCED_SIDES)
    return t("Penalty tile {tile}: find it a glowing space.", { tile });
  if (tile !== null)
    return isTouched
      ? t("Drag it where it fits, or tap the space.")
      : t("Place it where it fits. The wheel or R turns it, X puts it aside.");
  if (mine.n_stock > 0) return isTouched ? t("Tap your stock to flip a tile.") : t("Flip a tile (Space)");
  return t("Your stock is empty: find spaces for your penalty tiles.");
}

/** Name a player by seat. */
export function playerName(room: RushRoomView, seat: number): string {
  return room.seats[seat]?.name ?? t("Player {n}", { n: seat + 1 });
}

/** Return whether the host has changed between two states of a room, in which seats can have moved. */
export function isOtherHost(before: RushRoomView, after: RushRoomView): boolean {
  return before.is_owner !== after.is_owner || before.host.name !== after.host.name;
}

/** Say who the host is now. */
export function hostSentence(room: RushRoomView): string {
  if (room.is_owner) return t("You are the host now.");
  return t("{name} is the host now.", { name: room.host.name ?? t("Guest") });
}

export function gobbleSentence(gobble: number): string {
  return gobble > 1 ? t("Double Gobble!") : t("Gobble!");
}

/** Write a rank: 1st, 2nd, in the way of the page's language. */
export function rankSentence(rank: number): string {
  if (rank === 1) return t("1st");
  if (rank === 2) return t("2nd");
  if (rank === 3) return t("3rd");
  return t("{rank}th", { rank });
}

/** Say how a rush ended. */
export function rushOutcomeSentence(
  room: RushRoomView,
  outcome: RushOutcomeView,
  left: readonly number[] = [],
): string {
  if (room.seats.length > 1 && left.length === room.seats.length) return t("Everybody has left.");
  if (room.seats.length === 1) return soloSentence(outcome);
  const mine = room.seats.find((seat) => seat.is_mine);
  const nWinners = outcome.ranks.filter((rank) => rank === 1).length;
  if (nWinners === 1 && mine && outcome.ranks[mine.seat] === 1) return t("You win!");
  const names = listed(room.seats.filter((seat) => outcome.ranks[seat.seat] === 1).map((seat) => seat.name));
  return nWinners > 1 ? t("{names} share first place.", { names }) : t("{names} wins!", { names });
}

function soloSentence(outcome: RushOutcomeView): string {
  const out = outcome.out_ms[0];
  if (out != null) return t("All tiles placed in {time}!", { time: printDuration(out) });
  const n = outcome.n_left[0] ?? 0;
  return tn("{n} tile left.", "{n} tiles left.", n);
}

/** Say who left before the end of a rush; empty if nobody did. */
export function leaversSentence(room: RushRoomView, left: readonly number[]): string {
  const names = listed(room.seats.filter((seat) => left.includes(seat.seat)).map((seat) => seat.name));
  return left.length === 0 || left.length === room.seats.length
    ? ""
    : tn("{names} has left.", "{names} have left.", left.length, { names });
}

/** Say why a rush ended before everybody was out of tiles. */
export function endingSentence(outcome: RushOutcomeView): string {
  if (outcome.ending === "stalled") return t("Nobody could place a tile any more.");
  return outcome.ending === "time" ? t("Time was up.") : "";
}

/** List the rules of a room. */
export function rulesSentences(settings: RushSettings): string[] {
  return [
    settings.penalty === "forced-only"
      ? t("Penalty tiles fill forced spaces only.")
      : t("Tiles put aside may go anywhere later."),
    ...(settings.double_gobble ? [t("A space of four sides is a double Gobble.")] : []),
    ...(settings.limit_s > 0
      ? [t("The rush lasts {time} at most.", { time: printDuration(settings.limit_s * 1000) })]
      : []),
    ...(settings.pace < 100 || settings.choose_s > 5 ? [t("A slow tempo.")] : []),
    ...(settings.rated ? [t("Rated: the ranks count, and everybody needs an account.")] : []),
  ];
}

export function tilesSentence(rush: Rush, seat: number): string {
  const holding = withPendingApplied(rush).holdings[seat];
  return holding ? tn("{n} tile", "{n} tiles", nTiles(holding)) : "";
}
