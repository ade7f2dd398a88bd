/**
 * `<tantrix-text-board>`: the game in words, for players who do not use the picture. Events: `text-place` with a
 * placement, `text-back` to take the queued one back.
 */
import { html } from "lit";
import { t } from "../../page/i18n";
import { LightElement } from "../../page/light-element";
import type { TableState } from "../state";
import { wordFor } from "./command-names";
import { answer, greeting } from "./commands";

const KEPT_LINES = 200;

export class TantrixTextBoard extends LightElement {
  static override properties = { state: { attribute: false }, lines: { state: true } };

  declare state: TableState;
  declare lines: readonly string[];

  constructor() {
    super();
    this.lines = [];
  }

  /** Append sentences to the log. */
  log(lines: readonly string[]): void {
    this.lines = [...this.lines, ...lines].slice(-KEPT_LINES);
  }

  override firstUpdated(): void {
    this.log(greeting(this.state));
  }

  override updated(): void {
    const log = this.querySelector(".text-log");
    if (log) log.scrollTop = log.scrollHeight;
  }

  override render() {
    return html`<section class="text-board" aria-label=${t("Text board")}>
      <div class="text-log" role="log" aria-live="polite" aria-label=${t("Answers")} tabindex="0">
        ${this.lines.map((line) => html`<p>${line}</p>`)}
      </div>
      <form @submit=${(event: Event) => this.#submitted(event)}>
        <label for="text-command">${t("Command")}</label>
        <input id="text-command" name="command" autocomplete="off" autocapitalize="off" spellcheck="false" placeholder=${t("a command, or {help}", { help: wordFor("help") })}>
        <button type="submit">${t("Do it")}</button>
      </form>
    </section>`;
  }

  #submitted(event: Event): void {
    event.preventDefault();
    const input = this.querySelector<HTMLInputElement>("#text-command");
    const line = input?.value.trim();
    if (!input || !line) return;
    const { lines, place, takesBack } = answer(this.state, line);
    this.log([`> ${line}`, ...lines]);
    input.value = "";
    if (takesBack) this.emit("text-back");
    if (place) this.emit("text-place", place);
  }
}

customElements.define("tantrix-text-board", TantrixTextBoard);
