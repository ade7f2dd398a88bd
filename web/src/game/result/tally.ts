/** `<tantrix-tally>`: the number of tiles of the winning line, counting while the line draws itself. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { t, tn } from "../../page/i18n";
import { LightElement } from "../../page/light-element";
import type { DrawnLine } from "../../table/board";
import type { TableState } from "../../table/state";
import { colourName } from "../../tiles/text";

export class TantrixTally extends LightElement {
  static override properties = {
    lines: { attribute: false },
    table: { attribute: false },
    isStill: { type: Boolean },
    n: { state: true },
  };

  declare lines: readonly DrawnLine[];
  declare table: TableState;
  declare isStill: boolean;
  /** How many tiles have been counted. */
  declare n: number;

  #timer = 0;

  constructor() {
    super();
    this.n = 0;
  }

  override firstUpdated(): void {
    this.#count();
  }

  override updated(_changed: PropertyValues): void {
    if (this.isStill && this.n < this.#all) this.n = this.#all;
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    window.clearInterval(this.#timer);
  }

  get #all(): number {
    return this.lines[0]?.line.cells.length ?? 0;
  }

  #count(): void {
    this.n = this.isStill ? this.#all : 0;
    this.#timer = window.setInterval(() => {
      if (this.n < this.#all) this.n += 1;
      else window.clearInterval(this.#timer);
    }, this.lines[0]?.stepMs ?? 0);
  }

  override render(): TemplateResult | typeof nothing {
    const [first, second] = this.lines;
    if (!first) return nothing;
    const { line } = first;
    const isDone = this.n >= this.#all;
    const isDraw = second?.line.score === line.score;
    const shown = line.is_loop && isDone ? line.score : this.n;
    return html`<p class="tally" aria-hidden="true"><b class="tally-count">${shown}</b><span>${lineText(this.table, first)}${isDraw ? html`<br>${lineText(this.table, second)}` : nothing}</span></p>
      ${second && !isDraw ? html`<p class="tally second ${isDone ? "" : "later"}" aria-hidden="true"><b class="tally-count">${second.line.score}</b><span>${lineText(this.table, second)}</span></p>` : nothing}
      <p class="visually-hidden" role="status">${isDone ? `${line.score}: ${lineText(this.table, first)}.` : ""}</p>`;
  }
}

/** Describe a line in the reader's terms: "tiles in your red line", "loop of 7 × 2". */
export function lineText(state: TableState, { line }: DrawnLine): string {
  const seat = state.game.seats.find((one) => one.colour === line.colour);
  const isMine = seat?.is_mine && state.game.seats.filter((one) => one.is_mine).length === 1;
  const values = { colour: colourName(line.colour), n: line.cells.length };
  if (line.is_loop)
    return (isMine ? t("your {colour} loop: {n} × 2", values) : t("{colour} loop: {n} × 2", values)).replace(
      " × ",
      "\u00a0×\u00a0",
    );
  return isMine
    ? tn("tile in your {colour} line", "tiles in your {colour} line", line.cells.length, values)
    : tn("tile in a {colour} line", "tiles in a {colour} line", line.cells.length, values);
}

customElements.define("tantrix-tally", TantrixTally);
