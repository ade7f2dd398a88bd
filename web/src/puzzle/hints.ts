/** Hints for a puzzle, fetched from the server, then shown as a sentence or laid on the table. */
import type { Hint } from "../generated/protocol";
import { t } from "../page/i18n";
import { showsNumbers } from "../settings/preferences";
import { parsePlacement } from "../tiles/placement";
import { askHint } from "./api";
import type { PuzzlePage } from "./page";
import { type Help, strongest } from "./progress/merge";
import type { Solutions } from "./solutions";
import type { Laid } from "./state";
import * as table from "./state";
import { placeSentence } from "./text";
import type { HintName } from "./toolbar";

export class PuzzleHints {
  constructor(
    private readonly page: PuzzlePage,
    private readonly solutions: Solutions,
  ) {}

  async ask(name: HintName): Promise<void> {
    const { page } = this;
    page.showNotice(t("Let me think…"));
    const isFirst = table.hasTwins(page.table) || page.table.puzzle.mode === "sum";
    try {
      if (name === "solution" && isFirst) await this.#layFirst();
      else await this.#hint(name);
    } catch {
      page.showNotice(t("No hints right now. Try again in a moment."));
    }
  }

  async #hint(name: HintName): Promise<void> {
    const { laid, puzzle } = this.page.table;
    const tiles = name === "possible" ? [] : laid;
    let hint = await askHint(puzzle, tiles, name === "possible" ? "solvable" : name);
    // Players who give up see a solution even if their tiles have none.
    if (name === "solution" && hint.status !== "solved") hint = await askHint(puzzle, [], name);
    if (this.page.table.laid === laid) this.#take(name, hint);
  }

  /** Lay the first known solution, as the server's hints do not support copies of tiles. */
  async #layFirst(): Promise<void> {
    const found = await this.solutions.open(0);
    if (found) this.#lay(found.laid, "solution");
    else this.page.showNotice(unknown());
  }

  #take(name: HintName, hint: Hint): void {
    const sentence = hintSentence(name, hint);
    if (sentence !== null) this.page.showNotice(sentence);
    else if (name === "pair") this.#pointOut(hint.pair);
    else this.#layHinted(hint, name === "solution" ? "solution" : "tile");
  }

  #pointOut(pair: readonly number[]): void {
    const [a, b] = pair;
    if (a === undefined || b === undefined) return;
    this.page.pair = pair;
    const told = t("Tiles {a} and {b} belong side by side.", { a, b });
    this.page.showNotice(showsNumbers() ? told : t("The ringed tiles belong side by side."), told);
  }

  #layHinted(hint: Hint, help: Help): void {
    const laid = tilesOf(hint);
    if (laid.length === 0) return;
    this.#lay(laid, help);
    const { page } = this;
    page.pair = laid.map((placed) => placed.tile);
    if (table.trayOf(page.table).length > 0) page.showNotice(correctSentence(laid), toldCorrect(page.table, laid));
  }

  #lay(laid: Laid, help: Help): void {
    const { page } = this;
    page.progress = { ...page.progress, help: strongest(page.progress.help, help) };
    page.foldTask();
    page.change(table.layAll(page.table, laid));
  }
}

/** Say which tiles a hint has laid: by number where tiles show theirs, else by their ring. */
export function correctSentence(laid: Laid): string {
  if (!showsNumbers()) return t("The ringed tile is now correct.");
  return t("Tile {tile} is now correct.", { tile: laid.map((placed) => placed.tile).join(", ") });
}

/** Say which tiles a hint has laid, where they lie and what they show on their edges. */
export function toldCorrect(state: table.PuzzleState, laid: Laid): string {
  const tiles = laid.map((placed) => placed.tile).join(", ");
  const places = laid.map((placed) => placeSentence(state, placed, null));
  return [t("Tile {tile} is now correct.", { tile: tiles }), ...places].join(" ");
}

/** Return the sentence for a hint; null if it is shown on the table instead. */
export function hintSentence(name: HintName, { status }: Pick<Hint, "status">): string | null {
  if (status === "none") return t("Not as it lies. Some of the joined tiles must come apart.");
  if (status === "unknown") return unknown();
  if (name === "possible") return t("Yes, these tiles can be solved in these colours.");
  if (name === "solvable") return t("Yes, it can still be solved.");
  return null;
}

/** Return the tiles that a hint lays. */
export function tilesOf({ placements }: Pick<Hint, "placements">): Laid {
  const found = placements.map(parsePlacement).filter((placement) => placement !== null);
  return found.map(({ tile, cell, rotation }) => ({ tile, ...cell, rotation }));
}

function unknown(): string {
  return t("No answer within two seconds. Try with fewer joined tiles.");
}
