/** The commands of the text board: a line in, sentences out, and perhaps a placement to make. */
import { type Cell, cellText } from "./hexes";
import { t, tn } from "./i18n";
import { legalCells, legalRotations, refusal, spaceAt, targets } from "./legal";
import { type Placement, parsePlacement, printPlacement } from "./placement";
import type { SeatView } from "./protocol";
import { standingWords } from "./standing";
import {
  aimRotations,
  canAim,
  canWish,
  dockedSeat,
  seatToPlay,
  shownLaid,
  shownPosition,
  type TableState,
} from "./state";
import { verdictSentence } from "./verdicts";
import { askSentence, cellSentence, handSentence, laidSentence, outcomeSentence, seatName } from "./words";

export interface Answer {
  lines: string[];
  place: Placement | null;
  /** Whether the queued tile is to be taken back. */
  takesBack?: boolean;
}

type Words = readonly string[];

const COMMANDS: Record<string, (state: TableState, words: Words) => Answer | string[]> = {
  help: () => help(),
  place: (state, words) => place(state, words),
  back: (state) => back(state),
  legal: (state, words) => legal(state, words),
  spaces: (state) => spaces(state, () => true),
  forced: (state) => spaces(state, (cell) => spaceAt(shownPosition(state), cell)?.is_forced ?? false),
  at: (state, words) => at(state, words),
  hand: (state) => hands(state),
  score: (state) => scores(state),
  last: (state) => last(state),
  bag: (state) => bag(state),
  turn: (state) => [askSentence(state)],
};

/** Answer one line. */
export function answer(state: TableState, line: string): Answer {
  const [name = "", ...words] = line
    .trim()
    .toLowerCase()
    .split(/[\s@^]+/);
  const command = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!command) return { lines: [t("There is no command {name}. Write help for the list.", { name })], place: null };
  const found = command(state, words);
  return Array.isArray(found) ? { lines: found, place: null } : found;
}

function help(): string[] {
  return [
    t("place 12 3,-1 4: lay tile 12 on cell 3,-1 with rotation 4."),
    t("place while another is to play: queue the tile for your turn. back: take it back."),
    t("legal 12: where tile 12 may be laid."),
    t("spaces: all spaces. forced: the forced ones."),
    t("at 3,-1: what is on a cell."),
    t("hand: the tiles of all players. bag: the tiles not yet drawn."),
    t("turn: who is to play, and what. last: the last turn. score: the scores."),
    t("Edges are counted clockwise from east; the letters of a space are the colours it shows, from east clockwise."),
  ];
}

function place(state: TableState, words: Words): Answer | string[] {
  const [tile, cell, rotation = ""] = words;
  if (!canAim(state)) return [askSentence(state)];
  const found = findCell(cell);
  if (!found || !/^\d+$/.test(tile ?? "")) return [t("Write it like this: place 12 3,-1 4")];
  const isHeld = handOf(state).includes(Number(tile));
  const rotations = isHeld ? aimRotations(state, Number(tile), found) : [];
  const only = rotations.length === 1 ? String(rotations[0]) : "";
  const placement = parsePlacement(`${tile}@${cell}^${rotation || only}`);
  if (placement && rotations.includes(placement.rotation)) {
    const values = { placement: printPlacement(placement) };
    const line = canWish(state) ? t("Queueing {placement}.", values) : t("Laying {placement}.", values);
    return { lines: [line], place: placement };
  }
  return [why(state, Number(tile), found, rotations)];
}

function back(state: TableState): Answer | string[] {
  const { wish } = state;
  if (!wish) return [t("No tile is queued.")];
  return { lines: [t("Tile {tile} is no longer queued.", { tile: wish.tile })], place: null, takesBack: true };
}

/** Return the tiles that may be laid or queued: those of the seat in front of the person. */
function handOf(state: TableState): readonly number[] {
  return state.position.hands[dockedSeat(state)?.seat ?? -1] ?? [];
}

function why(state: TableState, tile: number, cell: Cell, rotations: readonly number[]): string {
  if (rotations.length > 0) return t("Here its rotation may be {rotations}.", { rotations: rotations.join(", ") });
  if (!handOf(state).includes(tile)) return verdictSentence("NOT_IN_HAND");
  if (shownLaid(state).some((one) => cellText(one) === cellText(cell))) return verdictSentence("OCCUPIED");
  if (!targets(state.position).some((one) => cellText(one) === cellText(cell))) return verdictSentence("DETACHED");
  return verdictSentence((canWish(state) ? null : refusal(state.position, tile, cell)) ?? "MISMATCH");
}

function legal(state: TableState, words: Words): string[] {
  const tile = Number(words[0]);
  if (!Number.isInteger(tile)) return [t("Write it like this: legal 12")];
  const cells = legalCells(state.position, tile);
  if (cells.length === 0) return [t("Tile {tile} may be laid nowhere now.", { tile })];
  return cells.map((cell) => {
    const rotations = legalRotations(state.position, tile, cell).join(", ");
    return t("{cell}: rotation {rotations}", { cell: cellText(cell), rotations });
  });
}

function spaces(state: TableState, isWanted: (cell: Cell) => boolean): string[] {
  const found = targets(shownPosition(state)).filter(isWanted);
  if (found.length === 0) return [t("There are none.")];
  return found.map((space) => `${cellSentence(state, space)} ${space.facing}`);
}

function at(state: TableState, words: Words): string[] {
  const cell = findCell(words[0]);
  return [cell ? cellSentence(state, cell) : t("Write it like this: at 3,-1")];
}

function hands(state: TableState): string[] {
  const position = shownPosition(state);
  return state.game.seats.map((seat) =>
    t("{name}: {tiles}", { name: seat.name, tiles: handSentence(position, seat.seat) }),
  );
}

function scores(state: TableState): string[] {
  const position = shownPosition(state);
  const lines = state.game.seats.map((seat) =>
    t("{name}: {score}", { name: nameAndStanding(seat), score: position.scores[seat.seat] ?? 0 }),
  );
  return position.outcome ? [...lines, outcomeSentence(state.game, position.outcome)] : lines;
}

function nameAndStanding(seat: SeatView): string {
  return [seat.name, standingWords(seat)].filter(Boolean).join(", ");
}

function last(state: TableState): string[] {
  const laid = shownLaid(state);
  const found = shownPosition(state)
    .last_turn.map((ply) => laid[ply])
    .filter((one) => one !== undefined);
  return found.length > 0 ? found.map((one) => laidSentence(state.game, one)) : [t("No tile has been laid yet.")];
}

function bag(state: TableState): string[] {
  const { unseen } = shownPosition(state);
  return [tn("{n} tile is left in the bag.", "{n} tiles are left in the bag.", unseen.length), unseen.join(", ")];
}

function findCell(text: string | undefined): Cell | null {
  const found = /^(-?\d{1,2}),(-?\d{1,2})$/.exec(text ?? "");
  return found ? { q: Number(found[1]), r: Number(found[2]) } : null;
}

/** What to say when it becomes a person's turn: kept here because the text board opens with it. */
export function greeting(state: TableState): string[] {
  return [
    t("It is the turn of {name}.", { name: seatName(state.game, seatToPlay(state).seat) }),
    t("Write help for the commands."),
  ];
}
