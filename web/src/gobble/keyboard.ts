/** The keys of a rush: what each does, with announcements of the result. */
import { tn } from "../page/i18n";
import { openKeys } from "../page/open-keys";
import { isSameCell } from "../tiles/hexes";
import { commandOf, cycled, type Direction, type Key, latinKey } from "../tiles/keys";
import { isForTable, isOn, isViewKey, moveView } from "../tiles/view-keys";
import type { TantrixGobbleBoard } from "./board";
import { nOwed } from "./gift";
import type { RushInput, RushPage } from "./input";
import * as model from "./state";
import { openTile, penaltyTile, playerName } from "./text";

export type RushKey =
  | { name: "go"; direction: Direction }
  | { name: "pan"; direction: Direction }
  | { name: "turn-up" }
  | { name: "rotate" | "next-space"; step: 1 | -1 }
  | { name: "place" }
  | { name: "aside" }
  | { name: "number"; n: number }
  | { name: "cancel" }
  | { name: "zoom"; factor: number }
  | { name: "fit" }
  | { name: "hear" }
  | { name: "keys" };

/**
 * Return the command of a key; null if it has none. Single letters need `withLetters`, which is a setting; space and
 * numbers do not.
 */
export function rushKeyOf(event: Key, withLetters: boolean): RushKey | null {
  if (event.ctrlKey || event.altKey || event.metaKey) return null;
  if (event.key === " ") return { name: "turn-up" };
  if (/^[1-9]$/.test(event.key)) return { name: "number", n: Number(event.key) };
  const letter = latinKey(event).toLowerCase();
  if (withLetters && letter === "x") return { name: "aside" };
  if (withLetters && letter === "t") return { name: "hear" };
  const command = commandOf(event, withLetters);
  return command === null || command.name === "choose" || command.name === "review" ? null : (command as RushKey);
}

/** What a player has reached by keyboard and can use by Enter and space. */
const KEEPS_KEYS = 'button:focus-visible:not([aria-disabled="true"]), a, summary';

export class RushKeyboard {
  /** The button that was pressed by a pointer last: it leaves Enter and space to the game. */
  #pressed: Element | null = null;

  constructor(
    private readonly page: RushPage,
    private readonly input: RushInput,
  ) {}

  pointed(event: PointerEvent): void {
    this.#pressed = (event.target as Element).closest("button");
  }

  keyed(event: KeyboardEvent): void {
    if (!isForTable(event)) return;
    const key = rushKeyOf(event, this.page.settings.letters === "on");
    if (key?.name === "keys") openKeys((help) => help.rushKeys());
    if (!key || key.name === "keys" || this.page.room.phase === "waiting" || this.page.isReplaying) return;
    if (event.key === "Tab") this.#pressed = null;
    const isOnButton = isOn(event, KEEPS_KEYS) && (event.target as Element).closest("button") !== this.#pressed;
    if (isOnButton && (key.name === "turn-up" || key.name === "place")) return;
    if (this.#do(key)) event.preventDefault();
  }

  /** Execute a command; return whether there was anything to do. */
  #do(key: Exclude<RushKey, { name: "keys" }>): boolean {
    const board = this.page.board;
    if (!board) return false;
    if (isViewKey(key)) return moveView(board, key);
    switch (key.name) {
      case "go":
        void this.#go(board, () => board.go(key.direction));
        return true;
      case "next-space":
        void this.#next(board, key.step);
        return true;
      case "turn-up":
        this.input.turnUp();
        void this.#stayOn(board);
        return true;
      case "rotate":
        this.input.rotate(key.step);
        this.#announceRotation();
        return true;
      case "place":
        if (!this.page.rush.over) this.input.aim(board.cursor);
        this.input.lay();
        return true;
      case "aside":
        this.input.putAside();
        return true;
      case "number":
        this.#number(key.n);
        return true;
      case "cancel":
        this.page.rush = model.selectTile(this.page.rush, null);
        this.input.aim(null);
        return true;
      case "hear":
        this.page.announce(this.#standSentence());
        return true;
    }
  }

  /** Keep the focus on the board. */
  async #stayOn(board: TantrixGobbleBoard): Promise<void> {
    this.input.pointed = null;
    await board.updateComplete;
    if (!board.contains(document.activeElement)) board.focusCursor();
  }

  async #go(board: TantrixGobbleBoard, move: () => Promise<void>): Promise<void> {
    this.input.pointed = null;
    await move();
    this.input.aim(board.cursor);
  }

  #next(board: TantrixGobbleBoard, step: 1 | -1): Promise<void> {
    const tile = model.handTile(this.page.rush);
    const isHelped = tile !== null && this.page.help === "show";
    const cells = isHelped ? model.fittingSpaces(this.page.rush, tile) : model.spaces(this.page.rush);
    const cell = cycled(cells, (one) => isSameCell(one, board.cursor), step);
    return this.#go(board, async () => (cell ? board.goTo(cell) : undefined));
  }

  #number(n: number): void {
    if (nOwed(this.page.rush) > 0) {
      this.input.give(n - 1);
      return;
    }
    const tile = model.withPendingApplied(this.page.rush).own.pile[n - 1];
    if (tile === undefined) return;
    this.input.choose(tile);
    this.page.announce(penaltyTile(this.page.rush, tile));
  }

  #announceRotation(): void {
    const tile = model.handTile(this.page.rush);
    if (tile !== null) this.page.announce(`${openTile(this.page.rush, tile)}.`);
  }

  /** Return how many tiles everybody has left. */
  #standSentence(): string {
    const counts = this.page.rush.holdings.map((one) =>
      tn("{name} {n} tile", "{name} {n} tiles", model.nTiles(one), { name: playerName(this.page.room, one.seat) }),
    );
    const nForced = model.forcedSpaces(this.page.rush).length;
    return `${counts.join(", ")}. ${tn("{n} forced space.", "{n} forced spaces.", nForced)}`;
  }
}
