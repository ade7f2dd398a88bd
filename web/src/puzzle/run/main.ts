/** `<tantrix-puzzle-run>`: storm, streak, rated puzzles and races of a tournament, posed and judged by the server, shown and answered here. */
import { html, nothing, type SVGTemplateResult, svg, type TemplateResult } from "lit";
import { unsafeHTML } from "lit/directives/unsafe-html.js";
import type { RatedEnd, RunView } from "../../generated/protocol";
import { Announcer } from "../../page/announcer";
import "../../page/time/countdown";
import { type DialogName, dialog } from "../../page/dialog";
import { loadLanguage, t, tn } from "../../page/i18n";
import { icon } from "../../page/icons";
import { LightElement } from "../../page/light-element";
import { RequestError, request } from "../../page/request";
import { play } from "../../page/sounds";
import { printDuration } from "../../page/time/text";
import { loadSettings, showSettings } from "../../settings/preferences";
import { aimedCell } from "../../tiles/aim";
import { at, RING, seamMark } from "../../tiles/board-element";
import { followDrag } from "../../tiles/drag";
import { tilePicture, tileShape } from "../../tiles/draw";
import type { LaidTile } from "../../tiles/golden-rule";
import { APOTHEM, type Cell, cellText, isSameCell } from "../../tiles/hexes";
import { printPlacement } from "../../tiles/placement";
import { tileText } from "../../tiles/text";
import { printShare } from "../result/spread";
import { viewBoxOf } from "../view-box";
import {
  beginGap,
  clashesOf,
  type Gap,
  isClosed,
  isFilled,
  nextTile,
  place,
  press,
  takeBack,
  trayTiles,
  turn,
  undoPlacement,
} from "./gap";
import { missedReview, missedSentence } from "./review";
import { changeSentence, closeSentence, gapCellSentence, taskSentences, wayOn } from "./text";

const MAX_SIGNS = 14;
/** So long a new puzzle takes no press on its spaces, because one more may be meant for the puzzle before. */
const CALM_MS = 300;
const RETRY_MS = 2_000; // until a race is asked for again, whose time is running

export class TantrixPuzzleRun extends LightElement {
  static override properties = {
    run: { state: true },
    gap: { state: true },
    results: { state: true },
    notice: { state: true },
    isBusy: { state: true },
    held: { state: true },
    missed: { state: true },
    shown: { state: true },
  };

  declare run: RunView | null;
  declare gap: Gap | null;
  /** Which answers were right, oldest first. */
  declare results: readonly boolean[];
  declare notice: string;
  declare isBusy: boolean;
  /** The tile that is dragged, and the space it aims at. */
  declare held: { tile: number; cell: Cell | null } | null;
  /** The puzzles that were missed, with what was laid in them. */
  declare missed: readonly Gap[];
  /** The number of the missed one that is shown. */
  declare shown: number;
  #sent: readonly LaidTile[] = [];
  #bestBefore = 0;
  #until = 0;
  #freshUntil = 0;
  /** The points that the last answer cost. */
  #lost = 0;
  /** Whether the time of the last puzzle ran out. */
  #isLate = false;
  /** Where the link leads that was pressed during a run. */
  #way = "";
  readonly #announcer = new Announcer(() => this.querySelector(".announcements"));

  constructor() {
    super();
    [this.run, this.gap, this.results, this.notice, this.isBusy, this.held] = [null, null, [], "", false, null];
    [this.missed, this.shown] = [[], 0];
  }

  override connectedCallback(): void {
    super.connectedCallback();
    showSettings(loadSettings());
    document.addEventListener("keydown", (event) => this.#keyed(event), { signal: this.untilRemoved });
    document.addEventListener("click", (event) => this.#leaving(event), { signal: this.untilRemoved });
    window.addEventListener("beforeunload", (event) => this.#unloading(event), { signal: this.untilRemoved });
    if (this.dataset.tournament) this.#begin(); // the time of a race is running
  }

  /** The page that a run was opened from. */
  get #back(): string {
    return this.dataset.tournament ? `/tournaments/${this.dataset.tournament}` : "/puzzles";
  }

  async #ask(address: string, body: object): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    try {
      this.#take((await request("POST", address, body)) as RunView);
      this.notice = "";
    } catch (error) {
      this.notice = error instanceof RequestError ? error.message : t("No connection.");
    } finally {
      this.isBusy = false;
    }
    if (this.dataset.tournament && !this.run && this.isConnected) window.setTimeout(() => this.#begin(), RETRY_MS);
  }

  #take(run: RunView): void {
    const before = this.run?.id === run.id ? this.run : null;
    if (before && run.n_asked > before.n_asked) this.#judged(run.was_right);
    if (!before) this.#reset(run.mode === "rated" && this.run !== null);
    this.#lost = before?.points && run.points ? Math.max(0, before.points - run.points) : 0;
    this.run = run;
    this.gap = beginGap(run.gap);
    this.#freshUntil = before ? performance.now() + CALM_MS : 0;
    this.#until = performance.now() + run.left_ms;
    this.#announcer.announce(run.is_over ? this.#endSentence(run) : taskSentences(this.gap));
  }

  /** Forget the run before; rated puzzles one after the other are one line. */
  #reset(goesOn: boolean): void {
    if (!goesOn) this.results = [];
    this.#isLate = false;
    [this.missed, this.shown] = [[], 0];
    this.#bestBefore = this.run?.best ?? Number(this.dataset.best ?? 0);
  }

  #judged(wasRight: boolean): void {
    this.results = [...this.results, wasRight];
    if (!wasRight && this.gap) this.missed = [...this.missed, { ...this.gap, placed: this.#sent }];
    play(wasRight ? "lay" : "refused");
    if (wasRight && "vibrate" in navigator) navigator.vibrate(30);
    this.#announcer.announce(wasRight ? t("Right!") : t("Missed."));
  }

  #begin(): void {
    const { tournament, mode } = this.dataset;
    if (tournament) void this.#ask(`/api/tournaments/${tournament}/race`, {});
    else void this.#ask("/api/puzzle-runs", { mode });
  }

  #ranOut(): void {
    this.#isLate = true;
    this.#answer([]);
  }

  #answer(placed: readonly LaidTile[]): void {
    const { run } = this;
    if (!run) return;
    this.#sent = placed;
    const placements = placed.map((one) => printPlacement({ ...one, cell: one }));
    void this.#ask(`/api/puzzle-runs/${run.id}/answers`, { n_asked: run.n_asked, placements });
  }

  #change(gap: Gap): void {
    this.#show(gap);
    if (isClosed(gap)) this.#answer(gap.placed);
  }

  /** Show a changed table, and announce what has changed. */
  #show(gap: Gap): void {
    const sentence = this.gap && changeSentence(this.gap, gap);
    this.gap = gap;
    if (sentence) this.#announcer.announce(sentence);
  }

  #pressed(cell: Cell): void {
    if (this.gap && !this.isBusy && performance.now() >= this.#freshUntil) this.#change(press(this.gap, cell));
  }

  /** Whether the run ends for good when this page is left. */
  get #wouldEnd(): boolean {
    return !!this.run && !this.run.is_over && ["storm", "streak"].includes(this.run.mode);
  }

  /** Let the browser ask before it closes the page or goes back, once a puzzle has been answered. */
  #unloading(event: BeforeUnloadEvent): void {
    if (this.#wouldEnd && this.results.length > 0 && !this.#dialog("leave")?.open) event.preventDefault();
  }

  /** Ask before a link ends a run that cannot be taken up again. */
  #leaving(event: MouseEvent): void {
    const link = (event.target as Element).closest<HTMLAnchorElement>("a[href]");
    if (
      !link ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey ||
      isHere(link) ||
      !this.#wouldEnd
    )
      return;
    event.preventDefault();
    this.#way = link.href;
    this.#dialog("leave")?.showModal();
  }

  #giveUp(run: RunView, gap: Gap): void {
    if (run.price !== null) this.#dialog("give-up")?.showModal();
    else this.#answer(isFilled(gap) ? gap.placed : []);
  }

  #dialog(name: DialogName): HTMLDialogElement | null {
    return this.querySelector<HTMLDialogElement>(`#dialog-${name}`);
  }

  #choose(tile: number): void {
    if (!this.gap) return;
    this.gap = { ...this.gap, chosen: tile };
    this.#announcer.announce(`${tileText(tile)}.`);
  }

  /** Drag a tile of the tray, or one that lies in a space, to the space that it aims at; outside it is in the tray. */
  #grab(tile: number, event: PointerEvent): void {
    if (event.button !== 0 || this.isBusy) return;
    followDrag(tile, event, {
      begin: () => undefined,
      over: (cell) => {
        this.held = { tile, cell };
        return this.#rotationOf(tile);
      },
      turn: () => undefined,
      drop: () => this.#dropped(),
      cancel: () => {
        this.held = null;
      },
      aim: (x, y) => this.#aim(x, y),
      tileWidth: () => 2 * APOTHEM * (this.#screen()?.a ?? 1),
    });
  }

  #dropped(): void {
    const { gap, held } = this;
    this.held = null;
    if (!gap || !held) return;
    const { tile, cell } = held;
    if (!cell) this.#show(takeBack(gap, tile));
    else if (!gap.placed.some((one) => one.tile === tile && isSameCell(one, cell)))
      this.#change(place(gap, tile, cell));
  }

  #rotationOf(tile: number): number {
    return this.gap?.placed.find((one) => one.tile === tile)?.rotation ?? 0;
  }

  /** Return the space that a tile aims at with its middle at a point of the screen. */
  #aim(x: number, y: number): Cell | null {
    const plane = this.#screen()?.inverse();
    return plane ? aimedCell(this.gap?.view.spaces ?? [], new DOMPoint(x, y).matrixTransform(plane)) : null;
  }

  /** Return how the plane lies on the screen. */
  #screen(): DOMMatrix | null {
    return this.querySelector<SVGSVGElement>(".run-board")?.getScreenCTM() ?? null;
  }

  #keyed(event: KeyboardEvent): void {
    const { gap, run } = this;
    if (event.target instanceof HTMLInputElement || this.querySelector("dialog[open]")) return;
    if (run?.is_over && !event.altKey && !event.ctrlKey && !event.metaKey) {
      if (event.key === "ArrowLeft") this.#review(this.shown - 1);
      if (event.key === "ArrowRight") this.#review(this.shown + 1);
      return;
    }
    if (!gap || event.ctrlKey || event.metaKey || event.altKey) return;
    const tile = trayTiles(gap)[Number(event.key) - 1];
    if (tile !== undefined) this.#choose(tile);
    const last = gap.placed.at(-1);
    if (event.key.toLowerCase() === "r" && last) this.#change(turn(gap, last));
    if (event.key === "Escape" || event.key === "Backspace") this.#show(undoPlacement(gap));
  }

  #endSentence(run: RunView): string {
    if (run.mode === "rated") return t("Missed.");
    return tn("{n} loop closed.", "{n} loops closed.", run.n_solved);
  }

  override render(): TemplateResult {
    const { run, gap } = this;
    return html`<div class="run">
      ${run && gap && !run.is_over ? this.#running(run, gap) : this.#card(run)}
      ${this.notice ? html`<p class="error-note" role="alert">${this.notice}</p>` : nothing}
      <div class="announcements visually-hidden" role="status" aria-live="polite"></div></div>`;
  }

  /** Render the screens before the start and after the end. */
  #card(run: RunView | null): TemplateResult {
    if (run) return this.#end(run);
    const { title = "", task = "", best = "0", points = "", mode } = this.dataset;
    return html`<section class="door run-card" data-section="puzzles">${loopPicture()}<h2>${title}</h2>
      <p class="quiet">${task}</p>
      ${mode === "rated" && points ? html`<p class="run-result"><b>${points}</b></p>` : nothing}
      ${mode === "rated" ? this.#signIn() : nothing}
      ${Number(best) > 0 && mode !== "rated" && mode !== "race" ? html`<p class="quiet">${t("Your best: {n}", { n: best })}</p>` : nothing}
      <p class="door-buttons">${this.#cardButtons(run)}</p></section>`;
  }

  /** Render the end: the best thing first, what was missed, and one thing to press. */
  #end(run: RunView): TemplateResult {
    const isRated = run.mode === "rated";
    return html`<section class="moment run-end" data-section="puzzles"><div class="run-end-words">
      ${isRated && run.points !== null ? html`<p class="run-figure">${run.points} ${this.#lost ? html`<span>−${this.#lost}</span>` : nothing}</p>` : nothing}
      <h2>${this.#endSentence(run)}</h2>
      ${this.#isLate && run.mode !== "storm" && run.mode !== "race" ? html`<p>${t("Time was up.")}</p>` : nothing}
      ${isRated ? this.#signIn() : this.#record(run)}
      ${this.#line()}
      ${run.end ? ratedFigures(run, run.end) : nothing}
      <p class="door-buttons">${this.#cardButtons(run)}</p></div>
      ${this.missed.length > 0 ? missedReview(this.missed, this.shown, (to) => this.#review(to)) : loopPicture()}</section>`;
  }

  #record(run: RunView): TemplateResult | typeof nothing {
    if (run.mode === "race" || run.best === 0) return nothing;
    const isBest = run.n_solved > this.#bestBefore;
    return html`<p class="run-record">${isBest ? html`${icon("trophy")} ${t("A new best!")}` : t("Your best: {n}", { n: run.best })}</p>`;
  }

  #signIn(): TemplateResult | typeof nothing {
    if (this.dataset.points) return nothing;
    return html`<p class="quiet"><a href="/sign-in?next=/puzzles/rated">${t("Sign in to play for a rating.")}</a></p>`;
  }

  #review(to: number): void {
    if (!this.missed[to]) return;
    this.shown = to;
    this.#announcer.announce(missedSentence(this.missed, to));
  }

  #cardButtons(run: RunView | null): TemplateResult {
    if (this.dataset.tournament)
      return html`<a class="button primary large" href=${this.#back}>${t("To the tournament")}</a>`;
    return html`<button type="button" class="primary large" ?disabled=${this.isBusy} @click=${() => this.#begin()}>${run ? (run.mode === "rated" ? t("Next puzzle") : t("Once more")) : t("Start")}</button>
      <a class="button large" href="/puzzles">${t("All puzzles")}</a>`;
  }

  #running(run: RunView, gap: Gap): TemplateResult {
    return html`<header class="run-head"><a class="icon-button" href=${this.#back} aria-label=${t("Leave")}>${icon("close")}</a>
        <p class="run-score"><b>${run.mode === "rated" ? (run.points ?? run.n_solved) : run.n_solved}</b>
          <span class="quiet">${run.mode === "rated" && run.points !== null ? t("your rating") : t("solved")}</span></p>
        <p class="run-row quiet">${run.row > 1 ? html`<b>${tn("{n} in a row", "{n} in a row", run.row)}</b>` : nothing}${run.mode === "storm" ? html`<small>${t("Ten in a row: +5 s")}</small>` : nothing}</p>
        <p class="run-clock"><tantrix-countdown .until=${this.#until} .allMs=${run.limit_ms} @reached=${() => this.#ranOut()}></tantrix-countdown></p></header>
      ${this.#line()}
      <h2 class="run-task">${closeSentence(run.gap.colour)}</h2>
      ${this.#board(gap)}
      <div class="run-tray"><div class="run-tiles" role="group" aria-label=${t("Your tiles")}>
        ${trayTiles(gap).map((tile, n) => this.#trayTile(gap, tile, n))}</div>
        <p class="quiet">${wayOn(gap)}</p>
        <div class="run-buttons"><button type="button" ?disabled=${gap.placed.length === 0} @click=${() => this.#change(undoPlacement(gap))}>${icon("undo")} ${t("Undo")}</button>
          <button type="button" ?disabled=${this.isBusy} @click=${() => this.#giveUp(run, gap)}>${skipLabel(run)}</button></div></div>
      ${this.#questions(run)}`;
  }

  /** Render the questions before a rated puzzle is given up, and before a run is left. */
  #questions(run: RunView): TemplateResult[] {
    const close = (name: DialogName) => this.#dialog(name)?.close();
    const ask = (name: DialogName, heading: string, words: string, act: string, done: () => void) =>
      dialog(
        name,
        heading,
        html`<p>${words}</p><div class="dialog-buttons"><button type="button" @click=${() => close(name)}>${t("Play on")}</button>
          <button type="button" class="danger" @click=${done}>${act}</button></div>`,
        close,
      );
    const cost = tn("It costs {n} point.", "It costs {n} points.", run.price ?? 0);
    const end = `${t("You cannot go on later.")} ${tn("{n} loop closed.", "{n} loops closed.", run.n_solved)}`;
    const giveUp = () => {
      close("give-up");
      this.#answer([]);
    };
    return [
      ask("give-up", t("Give up this puzzle?"), cost, t("Give up"), giveUp),
      ask("leave", t("Stop here?"), end, t("Leave"), () => location.assign(this.#way)),
    ];
  }

  #trayTile(gap: Gap, tile: number, n: number): TemplateResult {
    const name = gap.chosen === tile ? "chosen" : nextTile(gap) === tile ? "next" : "";
    return html`<button type="button" class="run-tile ${name} ${this.held?.tile === tile ? "away" : ""}" data-tile=${tile} aria-pressed=${gap.chosen === tile}
      aria-label=${tileText(tile)} title=${String(n + 1)} @click=${() => this.#choose(tile)}
      @pointerdown=${(event: PointerEvent) => this.#grab(tile, event)}>${tilePicture(tile)}</button>`;
  }

  /** Render the answers so far as one line that breaks at a miss. */
  #line(): TemplateResult {
    const last = this.run?.end?.last ?? [];
    const shown = (last.length > 0 ? last : this.results).slice(-MAX_SIGNS);
    return html`${last.length > 1 ? html`<p class="run-last">${t("Last ten")}</p>` : nothing}<ol class="run-line" aria-hidden="true">${shown.map((one) => html`<li class=${one ? "" : "missed"}>${one ? nothing : icon("close")}</li>`)}</ol>`;
  }

  #board(gap: Gap): TemplateResult {
    const shown = viewBoxOf([...gap.laid, ...gap.view.spaces]);
    return html`<svg class="run-board" viewBox=${shown} role="group" aria-label=${t("Table")}>
      ${gap.laid.map((one) => svg`<g transform=${at(one)} role="img" aria-label=${gapCellSentence(gap, one)}>${tileShape(one.tile, one.rotation)}</g>`)}
      ${gap.view.spaces.map((cell) => this.#space(gap, cell))}</svg>`;
  }

  #space(gap: Gap, cell: Cell): SVGTemplateResult {
    const lies = gap.placed.find((one) => isSameCell(one, cell));
    const { held } = this;
    const isAimed = held !== null && isSameCell(held.cell, cell);
    const names = `run-space ${isAimed ? "aimed" : ""} ${lies && lies.tile === held?.tile ? "lifted" : ""}`;
    return svg`<g class=${names} transform=${at(cell)} role="button" tabindex="0" aria-label=${gapCellSentence(gap, cell)} data-space=${cellText(cell)}
      @pointerdown=${(event: PointerEvent) => lies && this.#grab(lies.tile, event)}
      @click=${() => this.#pressed(cell)} @keydown=${(event: KeyboardEvent) => this.#pressedByKey(event, cell)}>
      <polygon class="run-field" points=${RING}></polygon>
      ${lies ? tileShape(lies.tile, lies.rotation) : nothing}
      ${isAimed && held.tile !== lies?.tile ? svg`<g class="preview hovering">${tileShape(held.tile, this.#rotationOf(held.tile))}</g>` : nothing}
      ${lies ? clashesOf(gap, lies).map((edge) => seamMark(edge)) : nothing}</g>`;
  }

  #pressedByKey(event: KeyboardEvent, cell: Cell): void {
    if (event.key !== "Enter" && event.key !== " ") return;
    event.preventDefault();
    this.#pressed(cell);
  }
}

/** Render how a rated puzzle that was missed compares: the own time, who solves it, and its rating. */
function ratedFigures(run: RunView, end: RatedEnd): TemplateResult {
  const took = printDuration(run.limit_ms - run.left_ms);
  const figure = (value: string | number, words: string) => html`<li><b>${value}</b> <span>${words}</span></li>`;
  return html`<ul class="run-figures">${figure(took, t("your time"))}
    ${end.solved_share === null ? nothing : figure(printShare(end.solved_share, document.documentElement.lang), t("solve it"))}
    ${figure(end.points, t("its rating"))}</ul>`;
}

/** Render the picture of a loop, which the server has put into the page. */
function loopPicture(): TemplateResult | typeof nothing {
  const drawn = document.querySelector<HTMLTemplateElement>("#run-picture")?.innerHTML;
  return drawn ? html`<div class="run-picture">${unsafeHTML(drawn)}</div>` : nothing;
}

/** Return whether a link leads to a part of this page. */
function isHere({ hash, pathname }: HTMLAnchorElement): boolean {
  return hash !== "" && pathname === location.pathname;
}

/** Render what going on without an answer is called; in rated puzzles it says what it costs. */
function skipLabel({ mode, price }: RunView): TemplateResult {
  if (mode === "storm" || mode === "race") return html`${icon("last")} ${t("Skip")}`;
  return html`${icon("flag")} ${t("Give up")} ${price === null ? nothing : `−${price}`}`;
}

loadLanguage(document);
customElements.define("tantrix-puzzle-run", TantrixPuzzleRun);
