/** Sentences about a game: what happened, what a cell is, why a tile is illegal there. */
import type {
  ColourLetter,
  GameView,
  LaidView,
  OutcomeView,
  PositionView,
  ServerMessage,
  SpaceView,
  VerdictName,
} from "../generated/protocol";
import { listed, t, tn } from "../page/i18n";
import { isTouched, showsNumbers } from "../settings/preferences";
import { clashes, letterAt } from "../tiles/golden-rule";
import { type Cell, cellText, isSameCell } from "../tiles/hexes";
import { refusal, spaceAt } from "../tiles/legal-placements";
import { colourName, lettersOf, lyingSentence, tileColours, tilesText, tileText } from "../tiles/text";
import {
  aimCells,
  aimRotations,
  canAim,
  canPlay,
  canQueue,
  type Draft,
  isPaused,
  type QueuedPlacement,
  seatToPlay,
  shownLaid,
  shownPosition,
  type TableState,
} from "./state";
import { verdictSentence } from "./verdicts";

export function seatName(game: GameView, seat: number | null): string {
  return seat === null ? t("The opening") : (game.seats[seat]?.name ?? t("Seat {n}", { n: seat + 1 }));
}

/** Describe a placement: the tile, the player, and the tile drawn. */
export function laidSentence(game: GameView, laid: LaidView): string {
  if (showsNumbers()) return numberedSentence(game, laid);
  if (laid.seat === null) return t("The first tile.");
  if (isOnlyMine(game, laid.seat)) return t("You placed this tile.");
  return t("{name} placed this tile.", { name: seatName(game, laid.seat) });
}

/** Return whether a seat is the reader's, who has no other in the game. */
function isOnlyMine(game: GameView, seat: number): boolean {
  return game.seats.every((one) => one.is_mine === (one.seat === seat));
}

/** Describe a placement by number and cell. */
export function numberedSentence(game: GameView, laid: LaidView): string {
  const values = { name: seatName(game, laid.seat), tile: laid.tile, cell: cellText(laid), draw: laid.draw ?? 0 };
  if (laid.seat === null) return t("Tile {tile} opens the game at {cell}.", values);
  if (laid.draw === null) return t("{name} placed tile {tile} at {cell}.", values);
  return t("{name} placed tile {tile} at {cell}, drew {draw}.", values);
}

/** Describe a placement for players who cannot see it: with its colours, and those of the tile that was drawn here. */
export function laidAnnouncement(game: GameView, laid: LaidView): string {
  const shows = t("It shows {colours}.", { colours: tileColours(laid.tile, laid.rotation) });
  const isMine = laid.seat !== null && game.seats[laid.seat]?.is_mine;
  const drawn = isMine && laid.draw !== null ? [t("Drawn: {tile}.", { tile: tilesText([laid.draw]) })] : [];
  return inOrder(numberedSentence(game, laid), shows, ...drawn);
}

/** Describe a cell: a tile and who laid it, or a space and its restrictions. */
export function cellSentence(state: TableState, cell: Cell): string {
  const laid = shownLaid(state).find((one) => isSameCell(one, cell));
  const isSetUp = laid?.seat === null && state.laid.filter((one) => one.seat === null).length > 1;
  if (isSetUp) return showsNumbers() ? t("Tile {tile} at {cell}.", { tile: laid.tile, cell: cellText(laid) }) : "";
  if (laid) return showsNumbers() ? laidLabel(state.game, laid) : laidSentence(state.game, laid);
  const space = spaceAt(shownPosition(state), cell);
  const place = showsNumbers() ? `${t("Space {cell}", { cell: cellText(cell) })}. ` : "";
  if (space?.is_forced) return place + forcedSentence(state, space);
  if (space?.is_controlled) return place + verdictSentence("CONTROLLED");
  return place.trim();
}

/**
 * Return the hint for a cell: whether the selected tile is legal there, or why not; null if there is nothing to say.
 */
export function hintFor(state: TableState, cell: Cell): string | null {
  // The player is to find out whether the tile fits.
  if (state.draft && state.aiming === "any") return null;
  const trial = trialAt(state, cell);
  if (trial) {
    if (trial.refusal) return trial.refusal;
    const n = trial.rotations.length;
    const ways = showsNumbers()
      ? tn("Tile {tile} fits here one way.", "Tile {tile} fits here {n} ways.", n, { tile: trial.tile })
      : tn("It fits here one way.", "It fits here {n} ways.", n);
    return n > 1 ? `${ways} ${turningSentence()}` : ways;
  }
  // What the player has to do matters more than who laid a tile.
  if (shownLaid(state).some((one) => isSameCell(one, cell))) return canPlay(state) ? null : cellSentence(state, cell);
  const space = spaceAt(shownPosition(state), cell);
  return space?.is_forced || space?.is_controlled ? cellSentence(state, cell) : null;
}

/** The selected tile tried on a space. */
export interface TileTrial {
  tile: number;
  /** The rotations in which it may be laid there; empty if it may not. */
  rotations: readonly number[];
  /** The rule that forbids it; null if it may. */
  verdict: VerdictName | null;
  /** Why it may not, as a sentence; null if it may. */
  refusal: string | null;
}

/** Try the selected tile on a cell; null without a tile, if the cell is not a space, or if a lesson keeps it secret. */
export function trialAt(state: TableState, cell: Cell): TileTrial | null {
  const { draft } = state;
  const position = shownPosition(state);
  if (!draft || state.aiming === "any" || !canAim(state)) return null;
  const isTaken = shownLaid(state).some((one) => isSameCell(one, cell));
  if (isTaken || (!spaceAt(position, cell) && position.ply > 0)) return null;
  const { tile } = draft;
  const rotations = aimRotations(state, tile, cell);
  const verdict = rotations.length > 0 ? null : canQueue(state) ? "MISMATCH" : refusal(position, tile, cell);
  const reason = verdict === "MISMATCH" ? mismatchSentence(state, cell) : verdict && verdictSentence(verdict);
  const isNumbered = reason && showsNumbers();
  const sentence = isNumbered ? t("Tile {tile} cannot go here. {reason}", { tile, reason }) : reason;
  return { tile, rotations, verdict, refusal: sentence };
}

/** Name the colours that would touch where the selected tile comes closest to fitting. */
function mismatchSentence(state: TableState, cell: Cell): string {
  const facing = spaceAt(shownPosition(state), cell)?.facing ?? "";
  const letters = lettersOf(state.draft?.tile ?? 0);
  const from = state.draft?.rotation ?? 0;
  const ways = [0, 1, 2, 3, 4, 5].map((step) => (from + step) % 6);
  const edgesOf = (rotation: number) => clashes(letters, rotation, facing);
  const best = ways.reduce((one, other) => (edgesOf(other).length < edgesOf(one).length ? other : one));
  const edge = edgesOf(best)[0];
  if (edge === undefined) return verdictSentence("MISMATCH");
  const [own, other] = [letterAt(letters, best, edge), facing[edge]] as [ColourLetter, ColourLetter];
  return t("That doesn't fit: {own} would touch {other}.", { own: colourName(own), other: colourName(other) });
}

/** Say what to do now. */
export function promptSentence(state: TableState): string {
  const { position } = state;
  const seat = seatToPlay(state);
  if (position.outcome) return outcomeSentence(state.game, position.outcome);
  if (state.pending) return t("Sending…");
  if (state.left !== null) return leftSentence(state.game, state.left);
  if (isPaused(state)) return t("The game is paused.");
  if (!seat.is_mine || seat.stand_in) return othersSentence(state);
  if (state.draft?.isSet) return setSentence(state, state.draft);
  if (state.draft) return spaceSentence(state, state.draft.tile);
  const drawn = position.ply === 0 && state.game.drawn.length > 0 ? drawnSentences(state.game) : [];
  return inOrder(...drawn, ...passedSentences(state.game, position), phaseSentence(state));
}

/** Say what is queued, or can be, during another player's turn. */
function othersSentence(state: TableState): string {
  const { draft, queued, thinking, position } = state;
  const name = playerName(state, seatToPlay(state).seat);
  const who = thinking === null ? t("{name} to play.", { name }) : t("{name} is thinking…", { name });
  if (draft && canQueue(state)) return draft.isSet ? setSentence(state, draft) : queueingSentence(state, draft.tile);
  if (queued) return inOrder(who, queuedSentence(queued));
  return inOrder(...passedSentences(state.game, position), who);
}

/** Say that a placement is queued. */
export function queuedSentence(queued: QueuedPlacement): string {
  if (!showsNumbers()) return t("Your next move is queued.");
  return t("Queued for your turn: tile {tile} at {cell}.", { tile: queued.tile, cell: cellText(queued.cell) });
}

/** Name who plays a seat now: its player, or the robot that stands in. */
function playerName(state: TableState, seat: number): string {
  const name = seatName(state.game, seat);
  return state.game.seats[seat]?.stand_in ? t("A robot for {name}", { name }) : name;
}

/** Say who passed or was skipped (R3.6, R3.7). */
export function passedSentences(game: GameView, position: PositionView): string[] {
  const passed = position.passed.map((seat) =>
    t("{name} has no legal free placement and passes.", { name: seatName(game, seat) }),
  );
  const skipped = position.skipped.map((seat) =>
    t("{name} has no tiles left and is skipped.", { name: seatName(game, seat) }),
  );
  return [...passed, ...skipped];
}

/** Say how a game ended. */
export function outcomeSentence(game: GameView, outcome: OutcomeView): string {
  const winners = game.seats.filter((seat) => outcome.ranks[seat.seat] === 1);
  const names = listed([...new Set(winners.map((seat) => seat.name))]);
  const scores = outcome.scores.join("\u00a0:\u00a0");
  if (outcome.termination === "deadlock") {
    return t("Deadlock: no legal free placement. The game is a draw, whatever the scores: {scores}.", { scores });
  }
  if (outcome.termination === "aborted" && game.tournament)
    return t("Nobody came, or the controllers have decided this game; the result is on the tournament page.");
  if (outcome.termination === "aborted") return t("The game was aborted, without a result.");
  if (outcome.termination === "agreement") return t("A draw by agreement, {scores}.", { scores });
  const isShared = winners.length === game.seats.length || (winners.length > 1 && !game.is_teams);
  if (isShared) return t("A draw between {names}, {scores}.", { names, scores });
  if (outcome.termination === "resignation") return t("{names} won by resignation.", { names });
  if (outcome.termination === "time") return t("{names} won on time.", { names });
  if (outcome.termination === "abandoned") return t("{names} won, as another player left the game.", { names });
  return t("{names} won, {scores}.", { names, scores });
}

/** Describe an event other than a placement or the end of the game. */
export function eventSentences(state: TableState, message: ServerMessage): string[] {
  switch (message.type) {
    case "taken_back":
      return [tn("Taken back: {n} tile on the table.", "Taken back: {n} tiles on the table.", message.ply)];
    case "seat_changed":
      return [seatSentence(state.game, message.seat, message.stand_in)];
    case "paused":
      return [state.left === null ? t("The game is paused.") : leftSentence(state.game, state.left)];
    case "resumed":
      return [t("The game goes on.")];
    default:
      return [];
  }
}

/** Say that a player has left a game of a tournament. */
export function leftSentence(game: GameView, seat: number): string {
  if (isOnlyMine(game, seat)) return t("You left the game.");
  return t("{name} has left.", { name: seatName(game, seat) });
}

function seatSentence(game: GameView, seat: number, robot: string | null): string {
  const name = seatName(game, seat);
  return robot ? t("A robot plays on for {name}.", { name }) : t("{name} plays again.", { name });
}

/** List the tiles of a hand with their colours. */
export function handSentence(position: PositionView, seat: number): string {
  return tilesText(position.hands[seat] ?? []) || t("none");
}

/** Ask for a space, or say why this tile has none. */
function spaceSentence(state: TableState, tile: number): string {
  const { position } = state;
  if (aimCells(state, tile).length > 0) return t("Choose a space for it.");
  if (position.phase === "free") return t("This tile has no place now. Try another.");
  return t("Fill the forced space first, with a tile that has an arrow.");
}

function queueingSentence(state: TableState, tile: number): string {
  if (aimCells(state, tile).length > 0) return t("Choose a space: it will be placed on your turn.");
  return t("This tile fits nowhere now.");
}

/** Say why the reader starts; if numbers are shown, also which tiles were drawn. */
function drawnSentences(game: GameView): string[] {
  const [mine, ...others] = game.seats.filter((seat) => seat.is_mine);
  const [low = 0, high = 0] = [...game.drawn].sort((a, b) => a - b);
  const isMineHigher = mine !== undefined && others.length === 0 && game.drawn[mine.seat] === high;
  const startsOfTwo = game.drawn.length === 2 && isMineHigher;
  if (!showsNumbers()) return startsOfTwo ? [t("You drew the higher tile, so you start.")] : [];
  if (startsOfTwo)
    return [t("You drew the higher tile ({first} to {second}), so you start.", { first: high, second: low })];
  const draws = game.seats.map((seat) => `${seat.name} ${game.drawn[seat.seat] ?? ""}`).join(", ");
  return [t("Drawn for the start: {draws}.", { draws })];
}

function inOrder(...sentences: string[]): string {
  return sentences.join(" ");
}

/** Say how a tile is turned. */
export function turningSentence(): string {
  return isTouched() ? t("Tap the tile to turn it.") : t("The wheel or R turns it.");
}

function setSentence(state: TableState, draft: Draft): string {
  const n = draft.cell ? aimRotations(state, draft.tile, draft.cell).length : 0;
  if (n > 1 && isTouched()) return t("Tap the tile to turn it, then confirm.");
  return inOrder(...(n > 1 ? [turningSentence()] : []), t("Confirm, or take the tile back."));
}

/** Describe the selected tile as it is turned; once it is set on a cell, say that Enter is awaited. */
export function draftSentence(state: TableState, { tile, cell, rotation, isSet }: Draft): string {
  if (!isSet || !cell) return `${tileText(tile, rotation)}.`;
  const next = canQueue(state) ? t("Press Enter again to queue it.") : t("Press Enter again to place it.");
  return inOrder(lyingSentence({ tile, cell, rotation }), next);
}

function phaseSentence(state: TableState): string {
  const { phase } = state.position;
  const isAlone = state.game.seats.filter((seat) => seat.is_mine).length === 1;
  const { name } = seatToPlay(state);
  if (phase === "free") return isAlone ? t("Your turn: place any tile.") : t("{name}: place any tile.", { name });
  if (phase === "fill")
    return isAlone ? t("Your turn: fill the forced space.") : t("{name}: fill the forced space.", { name });
  return isAlone
    ? t("Your turn: fill the remaining forced spaces.")
    : t("{name}: fill the remaining forced spaces.", { name });
}

function laidLabel(game: GameView, laid: LaidView): string {
  const values = { tile: laid.tile, cell: cellText(laid), name: seatName(game, laid.seat), turn: laid.turn };
  if (laid.seat === null) return t("Tile {tile} at {cell}, the opening.", values);
  return laid.forced
    ? t("Tile {tile} at {cell}, placed by {name} as a forced placement.", values)
    : t("Tile {tile} at {cell}, placed by {name} as a free placement.", values);
}

/** Say who can fill a forced space. */
export function forcedSentence(state: TableState, space: SpaceView): string {
  const names = space.holders.map((seat) => seatName(state.game, seat)).join(", ");
  const held = names
    ? t("Forced space: {names} can fill it by colour.", { names })
    : t("Forced space: nobody has a tile that fits.");
  const unseen = tn("{n} unseen tile fits.", "{n} unseen tiles fit.", space.n_unseen_fitting);
  return `${held} ${unseen}`;
}
