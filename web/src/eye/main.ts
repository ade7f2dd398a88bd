/** `<tantrix-scan>`: reads real tiles from a picture, which stays in this browser, and lets the user correct it. */
import { html, nothing, type TemplateResult } from "lit";
import { MOST_TILES } from "../generated/eye-layout";
import type { ColourLetter } from "../generated/protocol";
import { Announcer } from "../page/announcer";
import { loadLanguage, t, tn } from "../page/i18n";
import { icon } from "../page/icons";
import { LightElement } from "../page/light-element";
import { asker } from "../rules/asker";
import { loadSettings, prefersReducedMotion } from "../settings/preferences";
import { type TileBox, usualBox } from "./box";
import { ScanBox } from "./box-element";
import { correction, tileList } from "./correction";
import { canBeEntered, entering, type GameToCount, gameToCount, likelyColours } from "./entering";
import { keep, kept } from "./kept";
import type { SeenTile } from "./module";
import { keptPhotograph, type Photograph, PhotographError, photographOf, photographOfVideo } from "./photograph";
import { picture } from "./picture";
import type { EyeQuestions } from "./questions";
import { shareWinner } from "./share";
import {
  corrected,
  counted,
  cut,
  groupAlone,
  mainUse,
  markOf,
  nApart,
  nDoubtful,
  placeAt,
  repeated,
  type Said,
  type Scan,
  saidOf,
  standings,
  type Use,
  undone,
  withAdded,
  withTile,
} from "./state";
import {
  analysis,
  askSolver,
  checkedPuzzle,
  drawnLines,
  type Pair,
  type Possible,
  possibleThings,
  whoWon,
} from "./uses";
import { Viewfinder } from "./viewfinder";

/** The usual colours of the racks near the user and across. */
const SEATS: Pair = ["R", "B"];

/** Where the result of a use is, and what in it has the focus first. */
const RESULT = "#scan-result";
const FIRST = "[tabindex], input:checked";

const askEye = asker<EyeQuestions>("eye-worker");

export class TantrixScan extends LightElement {
  static override properties = {
    photo: { state: true },
    scan: { state: true },
    glimpse: { state: true },
    camera: { state: true },
    isRefused: { state: true },
    isPointing: { state: true },
    chosen: { state: true },
    use: { state: true },
    possible: { state: true },
    refusal: { state: true },
    playing: { state: true },
    seats: { state: true },
    sides: { state: true },
    problem: { state: true },
    isOver: { state: true },
  };

  declare photo: Photograph | null;
  /** What was read, null while the eye looks. */
  declare scan: Scan | null;
  /** What the eye saw at the coarsest size, shown while it looks closer. */
  declare glimpse: readonly SeenTile[];
  declare camera: MediaStream | null;
  /** The browser or the user does not let us use the camera. */
  declare isRefused: boolean;
  /** The user draws a box around a tile that was missed. */
  declare isPointing: boolean;
  /** The place of the tile whose readings are shown. */
  declare chosen: number | null;
  declare use: Use | null;
  declare possible: Possible[];
  /** Why the solver could not be asked. */
  declare refusal: string | null;
  /** The colours that take part in the result. */
  declare playing: ReadonlySet<ColourLetter>;
  /** The colours of the racks near the user and across, for the analysis. */
  declare seats: Pair;
  /** The colours of both sides of the game to count, once its tiles are right. */
  declare sides: Pair | null;
  /** A sentence about what went wrong. */
  declare problem: string | null;
  /** Something is dragged over the page. */
  declare isOver: boolean;

  #asking = new AbortController();
  #isOpening = false;
  /** The game whose scores are to be counted, if the page was opened for one. */
  readonly #game = gameToCount(location.search);
  readonly #announcer = new Announcer(() => this.querySelector(".announcements"));

  constructor() {
    super();
    this.photo = null;
    this.scan = null;
    this.glimpse = [];
    this.camera = null;
    this.isRefused = !("mediaDevices" in navigator);
    this.isPointing = false;
    this.chosen = null;
    this.use = null;
    this.possible = [];
    this.refusal = null;
    this.playing = new Set();
    this.seats = SEATS;
    this.sides = null;
    this.problem = null;
    this.isOver = false;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    const signal = this.untilRemoved;
    const over = (isOver: boolean) => (event: DragEvent) => {
      event.preventDefault();
      this.isOver = isOver;
    };
    document.addEventListener("dragover", over(true), { signal });
    document.addEventListener("dragleave", over(false), { signal });
    document.addEventListener("drop", (event) => this.#dropped(event), { signal });
    window.addEventListener("pagehide", () => this.#closeCamera(), { signal });
    void this.#restore();
    document.addEventListener("paste", (event) => this.#given(event.clipboardData?.files[0]), { signal });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#closeCamera();
  }

  /** Guess who played which colour once for a picture: a later correction must not exchange them. */
  protected override willUpdate(): void {
    if (this.#game && this.scan && !this.sides && canBeEntered(this.scan)) this.sides = likelyColours(this.scan);
  }

  // Pictures.

  #dropped(event: DragEvent): void {
    event.preventDefault();
    this.isOver = false;
    this.#given(event.dataTransfer?.files[0]);
  }

  #picked(event: Event): void {
    const input = event.target as HTMLInputElement;
    this.#given(input.files?.[0]);
    input.value = "";
  }

  #given(file: File | undefined): void {
    if (file) void this.#read(photographOf(file));
  }

  async #openCamera(): Promise<void> {
    if (this.#isOpening) return;
    this.#isOpening = true;
    try {
      const video = { facingMode: "environment", width: { ideal: 1600 } };
      this.camera = await navigator.mediaDevices.getUserMedia({ video });
      this.problem = null;
      if (!this.isConnected) this.#closeCamera();
    } catch {
      this.isRefused = true;
      this.problem = t("The camera cannot be used here. Choose a picture instead.");
    } finally {
      this.#isOpening = false;
    }
  }

  #closeCamera(): void {
    for (const track of this.camera?.getTracks() ?? []) track.stop();
    this.camera = null;
  }

  async #shoot(): Promise<void> {
    const video = this.querySelector("video");
    if (!video?.videoWidth) return;
    const waiting = photographOfVideo(video);
    this.#closeCamera();
    await this.#read(waiting);
    await this.#goTo(".scan-side", "h2");
  }

  /** Show a picture and read it; what cannot be read leaves the last picture there. */
  async #read(waiting: Promise<Photograph>): Promise<void> {
    try {
      await this.#look(await waiting, [], []);
    } catch (error) {
      if (!this.photo) await this.#restore();
      this.problem = error instanceof PhotographError ? error.message : t("The eye could not be loaded.");
    }
  }

  /** Show the picture again that was last read in this tab. */
  async #restore(): Promise<void> {
    try {
      const last = kept();
      const photo = last && (await keptPhotograph(last.file));
      if (photo && !this.photo) await this.#look(photo, last.said, last.boxes);
    } catch {
      // Then there is nothing to show.
    }
  }

  async #look(photo: Photograph, said: readonly Said[], boxes: readonly TileBox[]): Promise<void> {
    this.#forget();
    this.photo = photo;
    this.glimpse = [];
    try {
      const glimpse = await askEye("glance", pixelsOf(photo));
      if (this.photo !== photo) return;
      this.glimpse = glimpse;
      let seen = await askEye("read", pixelsOf(photo));
      for (const box of boxes) {
        if (this.photo !== photo) return;
        const { place, tile } = await askEye("add", { ...pixelsOf(photo), box });
        if (place === seen.tiles.length) seen = withAdded(seen, tile);
      }
      if (this.photo !== photo) return;
      if (!seen.tiles.length)
        throw new PhotographError(t("No tiles were found. Go closer, from above, in even light."));
      await this.#decide({ seen, decided: { tiles: [], lines: [] }, fixed: saidOf(seen, said), past: [] });
      this.#chooseNext();
      if (this.#game && this.chosen === null) await this.#show("won");
    } catch (error) {
      this.#forget();
      throw error;
    }
  }

  #forget(): void {
    if (this.photo) URL.revokeObjectURL(this.photo.url);
    this.photo = null;
    this.scan = null;
    this.isPointing = false;
    this.chosen = null;
    this.use = null;
    this.seats = SEATS;
    this.sides = null;
    this.problem = null;
  }

  // Corrections.

  async #decide(scan: Scan): Promise<void> {
    const decided = await askEye("decide", { fixed: scan.fixed });
    const read = { ...scan, decided };
    const { lines } = nApart(read) || cut(read).length ? await askEye("decide", { fixed: groupAlone(read) }) : decided;
    this.scan = { ...scan, decided: { ...decided, lines } };
    this.problem = null;
    if (this.photo) keep(this.photo, this.scan);
    this.#announcer.announce(summary(this.scan));
    if (this.use === "make") this.#ask();
    if (this.use) await this.#announceResult();
  }

  async #say(reading: number): Promise<void> {
    if (!this.scan || this.chosen === null) return;
    await this.#decide({ ...this.scan, ...corrected(this.scan, this.chosen, reading) });
    if (this.scan && !markOf(this.scan, this.chosen)) this.#chooseNext();
  }

  async #undo(): Promise<void> {
    if (this.scan) await this.#decide({ ...this.scan, ...undone(this.scan) });
  }

  /** Add the tile in a box, or choose the one that is known there. */
  async #addTile(box: TileBox): Promise<void> {
    const { photo } = this;
    if (!photo) return;
    this.isPointing = false;
    try {
      const { place, tile } = await askEye("add", { ...pixelsOf(photo), box });
      if (this.photo !== photo || !this.scan) return;
      await this.#decide(withTile(this.scan, place, tile));
      await this.#choose(place);
    } catch {
      this.problem = t("The eye could not be loaded.");
    }
  }

  async #point(isPointing: boolean): Promise<void> {
    this.chosen = null;
    this.isPointing = isPointing;
    if (!isPointing) await this.#goTo(".scan-tools", "[aria-pressed]");
  }

  #chooseNext(): void {
    const scan = this.scan;
    this.chosen = (scan && counted(scan).find((place) => markOf(scan, place) === "doubtful")) ?? null;
  }

  async #choose(place: number): Promise<void> {
    this.isPointing = false;
    this.chosen = place;
    await this.#goTo(".scan-correction", "h3");
  }

  /** Close the panel of a tile and go back to where it is listed. */
  async #close(): Promise<void> {
    const place = this.chosen;
    this.chosen = null;
    await this.updateComplete;
    const row = this.querySelector<HTMLElement>(`.scan-list [data-place="${place}"]`);
    row?.focus();
    if (document.activeElement !== row)
      this.querySelector<HTMLElement>(".scan-tiles summary")?.focus({ preventScroll: true });
  }

  /** Bring a part of the page into view, without moving where nobody wants it, and set the focus in it. */
  async #goTo(part: string, first: string): Promise<void> {
    await this.updateComplete;
    const found = this.querySelector(part);
    found?.querySelector<HTMLElement>(first)?.focus({ preventScroll: true });
    const behavior = prefersReducedMotion(loadSettings()) ? "auto" : "smooth";
    found?.scrollIntoView({ block: "nearest", behavior });
  }

  // Uses.

  async #show(use: Use): Promise<void> {
    const scan = this.scan;
    if (!scan) return;
    this.use = this.use === use ? null : use;
    this.chosen = null;
    this.isPointing = false;
    if (this.use === "won")
      this.playing = new Set(
        standings(scan)
          .slice(0, 2)
          .map(({ colour }) => colour),
      );
    if (this.use === "make") this.#ask();
    if (!this.use) return;
    await this.#goTo(RESULT, FIRST);
    await this.#announceResult();
  }

  async #announceResult(): Promise<void> {
    await this.updateComplete;
    const said = this.querySelector(`${RESULT} [tabindex]`)?.textContent;
    if (said) this.#announcer.announce(said);
  }

  /** Ask the solver about the tiles as they are now. */
  #ask(): void {
    if (!this.scan) return;
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    this.refusal = null;
    askSolver(this.scan, signal, (possible) => {
      this.possible = possible;
    }).catch((error: Error) => {
      if (signal.aborted) return;
      this.possible = [];
      this.refusal = error.message === t("No connection.") ? t("Needs a connection.") : error.message;
    });
  }

  #seat(seats: Pair): void {
    this.seats = seats;
  }

  #toggle(colour: ColourLetter): void {
    const playing = new Set(this.playing);
    if (!playing.delete(colour)) playing.add(colour);
    this.playing = playing;
  }

  async #share(words: string): Promise<void> {
    const shown = this.querySelector<SVGSVGElement>(".scan-picture");
    if (shown && this.photo) await shareWinner(shown, this.photo.file, words);
  }

  // Drawing.

  override render(): TemplateResult {
    return html`<div class="scan ${this.photo ? "has-picture" : ""} ${this.isOver ? "is-over" : ""}">
      ${this.camera ? this.#viewfinder(this.camera) : nothing}
      ${this.photo ? this.#result(this.photo) : this.#start()}
      <p class="scan-privacy">${icon("seal")} ${t("The picture stays on this device. Only what was read is sent, and only when you analyse it, ask what the tiles make, or enter a result.")}</p>
      <div class="announcements visually-hidden" role="status" aria-live="polite"></div>
    </div>`;
  }

  #start(): TemplateResult {
    return html`<section class="scan-start">
      ${this.#problem()}
      <p class="scan-ways">${this.#sources(true)}</p>
      <p class="quiet">${t("Or drop a picture here, or paste one.")}</p>
      <p class="quiet">${t("Best from above, in even light, with every tile wholly in the picture and no boxes beside them.")}</p>
    </section>`;
  }

  #problem(): TemplateResult | typeof nothing {
    return this.problem ? html`<p class="notice-box" role="alert">${this.problem}</p>` : nothing;
  }

  #sources(isFirst: boolean): TemplateResult {
    const pick = (event: Event) => this.#picked(event);
    const kind = isFirst ? "primary" : "";
    return html`${
      this.isRefused
        ? html`<label class="button scan-shot ${kind}">${t("Take a picture")}
        <input class="visually-hidden" type="file" accept="image/*" capture="environment" @change=${pick}></label>`
        : html`<button type="button" class=${kind} @click=${() => void this.#openCamera()}>${t("Take a picture")}</button>`
    }
      <label class="button ${kind}">${isFirst ? t("Choose a picture") : t("Another picture")}
        <input class="visually-hidden" type="file" accept="image/*" @change=${pick}></label>`;
  }

  #viewfinder(stream: MediaStream): TemplateResult {
    const glance = (picture: ImageData) =>
      askEye("glance", { pixels: picture.data, width: picture.width, height: picture.height });
    return html`<tantrix-viewfinder .stream=${stream} .glance=${glance} @shot=${() => void this.#shoot()}
      @camera-closed=${() => this.#closeCamera()}></tantrix-viewfinder>`;
  }

  #result(photo: Photograph): TemplateResult {
    const { scan } = this;
    const lines = scan && this.use === "won" ? drawnLines(scan, this.playing) : [];
    const choose = (place: number) => void this.#choose(place);
    return html`<div class="scan-photo">${picture(photo, scan ?? this.glimpse, this.chosen, lines, t("The picture, with its tiles outlined"), choose)}
      ${scan && this.isPointing ? this.#box(photo, scan) : nothing}</div>
      <div class="scan-side">${this.#problem()}${scan ? this.#reading(photo, scan, choose) : html`<p role="status">${this.glimpse.length ? tn("{n} tile", "{n} tiles", this.glimpse.length) : nothing} ${t("Looking for tiles …")}</p>`}
      <p class="scan-ways">${this.#sources(false)}</p></div>`;
  }

  #box(photo: Photograph, scan: Scan): TemplateResult {
    const { width, height } = photo;
    return html`<tantrix-scan-box width=${width} height=${height} .usual=${usualBox(photo, scan.seen.tiles)}
      @box-drawn=${(event: CustomEvent<TileBox>) => void this.#addTile(event.detail)} @box-left=${() => void this.#point(false)}></tantrix-scan-box>
      <p id="scan-box-help">${t("Draw a box around the tile, or tap it. With keys: the arrows move the box, plus and minus change its size, Enter adds the tile.")}</p>`;
  }

  #reading(photo: Photograph, scan: Scan, choose: (place: number) => void): TemplateResult {
    const main = this.#game ? "won" : mainUse(scan);
    return html`<h2 tabindex="-1">${summary(scan)}</h2>
      ${notes(scan).map((note) => html`<p class="quiet">${note}</p>`)}
      ${
        this.chosen === null
          ? nothing
          : correction(
              photo,
              scan,
              this.chosen,
              (reading) => void this.#say(reading),
              () => void this.#close(),
            )
      }
      <p class="scan-tools">
        ${scan.past.length ? html`<button type="button" @click=${() => void this.#undo()}>${icon("undo")} ${t("Undo")}</button>` : nothing}
        <button type="button" aria-pressed=${String(this.isPointing)} ?disabled=${scan.fixed.length === MOST_TILES}
          @click=${() => void this.#point(!this.isPointing)}>${icon("plus")} ${t("Add a tile")}</button></p>
      <details class="scan-tiles"><summary>${t("All tiles, those to check first")}</summary>
        ${tileList(scan, [...counted(scan), ...cut(scan)], this.chosen, choose)}</details>
      <div class="scan-uses">${USES.map(
        ([use, label]) =>
          html`<button type="button" class=${use === main ? "primary" : ""} aria-expanded=${String(this.use === use)} @click=${() => void this.#show(use)}>${label()}</button>`,
      )}</div>
      <div id="scan-result">${this.#used(scan)}</div>`;
  }

  #entering(game: GameToCount, scan: Scan, photo: Photograph): TemplateResult | typeof nothing {
    const choose = (sides: Pair) => {
      this.sides = sides;
    };
    return entering(game, scan, photo, this.sides, choose, goTo);
  }

  #used(scan: Scan): TemplateResult | typeof nothing {
    switch (this.use) {
      case "won":
        return html`${whoWon(
          scan,
          this.playing,
          (colour) => this.#toggle(colour),
          (words) => void this.#share(words),
        )}${this.#game && this.photo ? this.#entering(this.#game, scan, this.photo) : nothing}`;
      case "check":
        return checkedPuzzle(scan);
      case "make":
        return possibleThings(this.possible, this.refusal, () => this.#ask());
      case "analyse":
        return analysis(scan, this.seats, (seats) => this.#seat(seats), goTo);
      case null:
        return nothing;
    }
  }
}

const USES: readonly [Use, () => string][] = [
  ["won", () => t("Who won")],
  ["analyse", () => t("Analyse")],
  ["check", () => t("Check my puzzle")],
  ["make", () => t("What can these tiles make")],
];

function goTo(address: string): void {
  location.assign(address);
}

function pixelsOf({ pixels, width, height }: Photograph) {
  return { pixels, width, height };
}

/** Say how many tiles there are, and how many to check. */
function summary(scan: Scan): string {
  const tiles = tn("{n} tile", "{n} tiles", counted(scan).length);
  const n = nDoubtful(scan);
  return n ? t("{tiles}, {n} to check", { tiles, n }) : tiles;
}

/** Say what else is in the picture, and what is doubtful as a whole. */
function notes(scan: Scan): string[] {
  const isColourDoubtful = counted(scan).some((place) => placeAt(scan, place).decided.isColourDoubtful);
  return [
    cut(scan).length ? t("Tiles that are only partly in the picture: {n}", { n: cut(scan).length }) : "",
    scan.seen.backs.length ? t("Tiles that lie face down: {n}", { n: scan.seen.backs.length }) : "",
    isColourDoubtful ? t("The light may change the colours. Compare with your tiles.") : "",
    repeated(scan).length
      ? t("Tiles that lie here more than once: {numbers}", { numbers: repeated(scan).join(", ") })
      : "",
  ].filter(Boolean);
}

loadLanguage(document);
customElements.define("tantrix-viewfinder", Viewfinder);
customElements.define("tantrix-scan-box", ScanBox);
customElements.define("tantrix-scan", TantrixScan);
