/** The commands of the text board: a line in, sentences out, and possibly a placement to make. */
import type { ColourLetter, PositionView, SeatView } from "../../generated/protocol";
import { t, tn } from "../../page/i18n";
import { badgeText } from "../../page/players/badge";
import { bankMs, leftMs, startsAtMs, timeLeftSentence } from "../../page/time/left";
import { type Cell, cellText, isSameCell } from "../../tiles/hexes";
import { legalCells, legalRotations, refusal, spaceAt, targets } from "../../tiles/legal-placements";
import { type Placement, parsePlacement } from "../../tiles/placement";
import {
  colourName,
  lettersOf,
  linksText,
  lyingSentence,
  placementText,
  rotationsText,
  tileText,
} from "../../tiles/text";
import { handSentence, laidAnnouncement, outcomeSentence, promptSentence, seatName } from "../sentences";
import {
  aimRotations,
  canAim,
  canQueue,
  dockedSeat,
  seatToPlay,
  shownLaid,
  shownPosition,
  type TableState,
} from "../state";
import { verdictSentence } from "../verdicts";
import { cellLabel, mismatchesAt } from "./cell-label";
import { COMMANDS, type CommandName, commandFor, hasOwnNames, wordFor } from "./command-names";

export interface CommandAnswer {
  lines: string[];
  place: Placement | null;
  /** Whether to take the queued tile back. */
  takesBack?: boolean;
}

type Arguments = readonly string[];

const ANSWERS: Record<CommandName, (state: TableState, words: Arguments) => CommandAnswer | string[]> = {
  help: () => help(),
  place: (state, words) => place(state, words),
  back: (state) => back(state),
  legal: (state, words) => legal(state, words),
  spaces: (state) => spaces(state, () => true),
  forced: (state) => spaces(state, (cell) => spaceAt(shownPosition(state), cell)?.is_forced ?? false),
  at: (state, words) => at(state, words),
  tile: (state, words) => tile(state, words),
  board: (state) => board(state),
  hand: (state) => hands(state),
  score: (state) => scores(state),
  last: (state) => last(state),
  bag: (state) => bag(state),
  turn: (state) => [promptSentence(state)],
  clock: (state) => clocks(state, performance.now()),
};

/** Answer one line. */
export function answer(state: TableState, line: string): CommandAnswer {
  const [name = "", ...words] = line
    .trim()
    .toLowerCase()
    .split(/[\s@^]+/);
  const command = commandFor(name);
  if (!command) return { lines: [unknownSentence(name)], place: null };
  const found = ANSWERS[command](state, words);
  return Array.isArray(found) ? { lines: found, place: null } : found;
}

function unknownSentence(name: string): string {
  return t("There is no command {name}. Write {help} for the list.", { name, help: wordFor("help") });
}

function help(): string[] {
  const words = Object.fromEntries(COMMANDS.map((one) => [one, wordFor(one)]));
  const lines = [
    t("{place} 12 3,-1 4: place tile 12 on cell 3,-1 with rotation 4.", words),
    t("{place} while another is to play: queue the tile for your turn. {back}: take it back.", words),
    t("{legal} 12: where tile 12 may be placed.", words),
    t("{spaces}: all spaces. {forced}: the forced ones.", words),
    t("{board}: all tiles that lie, row by row. {at} 3,-1: what is on a cell.", words),
    t("{tile} 12: how tile 12 looks, and where it is. {tile} 12 4: the same, with rotation 4.", words),
    t("{hand}: the tiles of all players. {bag}: the tiles not yet drawn.", words),
    t("{turn}: who is to play, and what. {last}: the last turn. {score}: the scores.", words),
    t("{clock}: how much time each player has left.", words),
    t(
      "The colours of a tile are listed clockwise from east: east, south-east, south-west, west, north-west, north-east.",
    ),
    t("A rotation is how many sixths a tile is turned clockwise; in a hand it is not turned."),
  ];
  return hasOwnNames() ? [...lines, t("English words work too: {words}.", { words: COMMANDS.join(", ") })] : lines;
}

function place(state: TableState, words: Arguments): CommandAnswer | string[] {
  const [tile, cell, rotation = ""] = words;
  if (!canAim(state)) return [promptSentence(state)];
  const found = findCell(cell);
  if (!found || !/^\d+$/.test(tile ?? "")) return [exampleSentence("place", "12 3,-1 4")];
  const isHeld = handOf(state).includes(Number(tile));
  const rotations = isHeld ? aimRotations(state, Number(tile), found) : [];
  const only = rotations.length === 1 ? String(rotations[0]) : "";
  const placement = parsePlacement(`${tile}@${cell}^${rotation || only}`);
  if (placement && rotations.includes(placement.rotation)) {
    const values = { placement: placementText(placement) };
    const line = canQueue(state) ? t("Queueing {placement}.", values) : t("Placing {placement}.", values);
    return { lines: [line], place: placement };
  }
  const aimed = { tile: Number(tile), cell: found, rotation: Number(rotation) };
  return [why(state, aimed, /^[0-5]$/.test(rotation), rotations)];
}

function back(state: TableState): CommandAnswer | string[] {
  const { queued } = state;
  if (!queued) return [t("No tile is queued.")];
  return { lines: [t("Tile {tile} is no longer queued.", { tile: queued.tile })], place: null, takesBack: true };
}

/** Return the tiles that may be laid or queued: the player's hand. */
function handOf(state: TableState): readonly number[] {
  return state.position.hands[dockedSeat(state)?.seat ?? -1] ?? [];
}

function why(state: TableState, aimed: Placement, isTurned: boolean, rotations: readonly number[]): string {
  const { tile, cell } = aimed;
  if (rotations.length > 0)
    return t("Here its rotation may be {rotations}.", { rotations: rotationsText(tile, rotations) });
  if (!handOf(state).includes(tile)) return verdictSentence("NOT_IN_HAND");
  if (shownLaid(state).some((one) => cellText(one) === cellText(cell))) return verdictSentence("OCCUPIED");
  if (!targets(state.position).some((one) => cellText(one) === cellText(cell))) return verdictSentence("DETACHED");
  const verdict = (canQueue(state) ? null : refusal(state.position, tile, cell)) ?? "MISMATCH";
  const isTold = verdict === "MISMATCH" && isTurned;
  return [verdictSentence(verdict), ...(isTold ? mismatchesAt(state, aimed) : [])].join(" ");
}

function legal(state: TableState, words: Arguments): string[] {
  const tile = Number(words[0]);
  if (!Number.isInteger(tile)) return [exampleSentence("legal", "12")];
  const cells = legalCells(state.position, tile);
  if (cells.length === 0) return [t("Tile {tile} may be placed nowhere now.", { tile })];
  return cells.map((cell) => {
    const rotations = rotationsText(tile, legalRotations(state.position, tile, cell));
    return t("{cell}: rotation {rotations}", { cell: cellText(cell), rotations });
  });
}

function spaces(state: TableState, isWanted: (cell: Cell) => boolean): string[] {
  const found = targets(shownPosition(state)).filter(isWanted);
  if (found.length === 0) return [t("There are none.")];
  return found.map((space) => cellLabel(state, space));
}

function at(state: TableState, words: Arguments): string[] {
  const cell = findCell(words[0]);
  if (!cell) return [exampleSentence("at", "3,-1")];
  const isKnown = [...shownLaid(state), ...targets(shownPosition(state))].some((one) => isSameCell(one, cell));
  return [isKnown ? cellLabel(state, cell) : t("Cell {cell} touches no tile.", { cell: cellText(cell) })];
}

/** Describe a tile with its links, and say where it is. */
function tile(state: TableState, words: Arguments): string[] {
  const [number, turned = "0"] = words;
  const letters = /^\d+$/.test(number ?? "") && /^[0-5]$/.test(turned) ? lettersOf(Number(number), Number(turned)) : "";
  if (!letters) return [exampleSentence("tile", "12")];
  return [
    `${tileText(Number(number), Number(turned))}.`,
    `${linksText(letters).join("; ")}.`,
    whereSentence(state, Number(number)),
  ];
}

function whereSentence(state: TableState, number: number): string {
  const laid = shownLaid(state).find((one) => one.tile === number);
  if (laid) return cellLabel(state, laid);
  const seat = shownPosition(state).hands.findIndex((hand) => hand.includes(number));
  if (seat >= 0) return t("It is in the hand of {name}.", { name: seatName(state.game, seat) });
  return shownPosition(state).unseen.includes(number) ? t("It has not been drawn yet.") : t("It is not in this game.");
}

/** List all laid tiles by rows from the top, each from the west. */
function board(state: TableState): string[] {
  const laid = [...shownLaid(state)].sort((a, b) => a.r - b.r || a.q - b.q);
  if (laid.length === 0) return [t("No tile has been placed yet.")];
  return laid.map((one) => lyingSentence({ tile: one.tile, cell: one, rotation: one.rotation }));
}

function exampleSentence(command: CommandName, rest: string): string {
  return t("Write it like this: {line}", { line: `${wordFor(command)} ${rest}` });
}

function hands(state: TableState): string[] {
  const position = shownPosition(state);
  return state.game.seats.map((seat) =>
    t("{name}: {tiles}", { name: seat.name, tiles: handSentence(position, seat.seat) }),
  );
}

function scores(state: TableState): string[] {
  const position = shownPosition(state);
  const played = state.game.seats.map((seat) => seat.colour);
  const others = position.lines.filter(({ colour }) => !played.includes(colour));
  const lines = [
    ...state.game.seats.map((seat) =>
      scoreSentence(position, nameAndBadge(seat), seat.colour, position.scores[seat.seat] ?? 0),
    ),
    ...others.map(({ colour, score }) => scoreSentence(position, null, colour, score)),
  ];
  return position.outcome ? [...lines, outcomeSentence(state.game, position.outcome)] : lines;
}

/** Say what the best line of a colour scores, and whether it is a loop. */
function scoreSentence({ lines }: PositionView, name: string | null, colour: ColourLetter, score: number): string {
  const isLoop = lines.find((line) => line.colour === colour)?.is_loop ?? false;
  const who = name === null ? colourName(colour) : `${name}, ${colourName(colour)}`;
  return isLoop
    ? t("{name}: {score}, a loop", { name: who, score })
    : t("{name}: {score}, a line", { name: who, score });
}

/** Say how much time each player has left, whose clock runs, and which penalties there are. */
function clocks({ clock, game }: TableState, nowMs: number): string[] {
  if (!clock) return [t("This game has no clock.")];
  const { running, penalties } = clock.view;
  return game.seats.map(({ seat, name, colour }) => {
    const left = leftMs(clock, seat, nowMs);
    const penalty = penalties[seat] ?? 0;
    return [
      `${name}, ${colourName(colour)}. ${timeLeftSentence(left, bankMs(clock, seat, left))}.`,
      ...(running === seat && startsAtMs(clock) <= nowMs ? [t("This clock is running.")] : []),
      ...(penalty > 0 ? [`${tn("{n} penalty point", "{n} penalty points", penalty)}.`] : []),
    ].join(" ");
  });
}

function nameAndBadge(seat: SeatView): string {
  return [seat.name, badgeText(seat)].filter(Boolean).join(", ");
}

function last(state: TableState): string[] {
  const laid = shownLaid(state);
  const found = shownPosition(state)
    .last_turn.map((ply) => laid[ply])
    .filter((one) => one !== undefined);
  return found.length > 0 ? found.map((one) => laidAnnouncement(state.game, one)) : [t("No tile has been placed yet.")];
}

function bag(state: TableState): string[] {
  const { unseen } = shownPosition(state);
  return [
    tn("{n} tile is left in the bag.", "{n} tiles are left in the bag.", unseen.length),
    ...unseen.map((one) => `${tileText(one)}.`),
  ];
}

function findCell(text: string | undefined): Cell | null {
  const found = /^(-?\d{1,2}),(-?\d{1,2})$/.exec(text ?? "");
  return found ? { q: Number(found[1]), r: Number(found[2]) } : null;
}

/** Return the first lines of the text board. */
export function greeting(state: TableState): string[] {
  return [
    t("It is the turn of {name}.", { name: seatName(state.game, seatToPlay(state).seat) }),
    t("Write {help} for the commands.", { help: wordFor("help") }),
  ];
}
