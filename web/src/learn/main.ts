/**
 * `<tantrix-learn>`: the tutorial. A lesson is a few sentences and a position to play in; progress is stored as
 * preferences, so that players can leave and come back.
 */
import { html, type LitElement, nothing, type TemplateResult } from "lit";
import { keyed } from "lit/directives/keyed.js";
import { Announcer } from "../page/announcer";
import { DeferredElement } from "../page/deferred-element";
import { loadLanguage, t } from "../page/i18n";
import { icon } from "../page/icons";
import { closeMenus } from "../page/menus";
import { PREFERENCES_UPDATED } from "../page/preferences/store";
import type { Learned, LessonPlace } from "./progress";
import * as progress from "./progress";
import "./rush";
import "./step";
import type { CourseView, LessonView } from "../generated/protocol";
import { enableSounds, play } from "../page/sounds";
import { settingsDialog } from "../settings/form";
import {
  followSettings,
  loadSettings,
  loudness,
  type Settings,
  saveSettings,
  showSettings,
} from "../settings/preferences";
import { tilePicture } from "../tiles/draw";
import type { TantrixLearnStep } from "./step";

/** Tiles that hop at the end. */
const PARTY = [26, 38, 14, 52, 36];

/** The answer to a placement. */
interface StepAnswer {
  sentence: string;
  kind: "nudge" | "refused" | "done";
}

export class TantrixLearn extends DeferredElement {
  static override properties = {
    place: { state: true },
    learned: { state: true },
    answer: { state: true },
    settings: { state: true },
    isTextOpen: { state: true },
    isOver: { state: true },
    attempt: { state: true },
  };

  declare place: LessonPlace;
  declare learned: Learned;
  declare answer: StepAnswer | null;
  declare settings: Settings;
  declare isTextOpen: boolean;
  /** Whether the page after the last lesson is shown. */
  declare isOver: boolean;
  /** Counts restarts, so that each renders new elements. */
  declare attempt: number;

  #course: CourseView;
  #places: LessonPlace[];
  #announcer = new Announcer(() => this.querySelector(":scope > .announcements"));

  constructor() {
    super();
    this.#course = JSON.parse(document.getElementById("course")?.textContent ?? "null") as CourseView;
    this.#places = progress.placesOf(this.#course);
    this.learned = progress.loadLearned();
    this.place = progress.beginning(this.#course, this.learned, location.hash.slice(1));
    this.settings = loadSettings();
    this.answer = null;
    this.isTextOpen = false;
    this.isOver = false;
    this.attempt = 0;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    showSettings(this.settings);
    this.#keep({ ...this.learned, at: this.place });
    const signal = this.untilRemoved;
    followSettings((settings) => {
      this.settings = settings;
    }, signal);
    document.addEventListener(PREFERENCES_UPDATED, () => this.#keep(progress.loadLearned()), { signal });
    enableSounds(() => loudness(loadSettings()), signal);
    document.addEventListener("pointerdown", (event) => closeMenus(this, event.target as Node), { signal });
    addEventListener("hashchange", () => this.#named(), { signal });
  }

  // Navigation.

  get #index(): number {
    return this.#places.findIndex((place) => progress.nameOf(place) === progress.nameOf(this.place));
  }

  get #lesson(): LessonView {
    const found = this.#course.lessons.find(({ name }) => name === this.place.lesson);
    if (!found) throw new Error(`expected a lesson of the course, got ${this.place.lesson}`);
    return found;
  }

  #go(place: LessonPlace | undefined): void {
    if (!place) return;
    this.place = place;
    this.answer = null;
    this.isOver = false;
    this.attempt += 1;
    this.#keep({ ...this.learned, at: place });
    history.replaceState(null, "", `#${place.lesson}`);
    void this.#arrive();
  }

  /** Focus the heading, so that screen readers read it and Tab starts there. */
  async #arrive(): Promise<void> {
    await this.updateComplete;
    this.querySelector<HTMLElement>(".lesson h2, .course-end h2")?.focus();
  }

  #next(): void {
    const next = this.#places[this.#index + 1];
    if (next) {
      this.#go(next);
      return;
    }
    this.isOver = true;
    this.answer = null;
    void this.#arrive();
  }

  #back(): void {
    if (this.isOver) this.#go(this.place);
    else this.#go(this.#places[this.#index - 1]);
  }

  #named(): void {
    const named = location.hash.slice(1);
    if (named !== this.place.lesson) this.#go(this.#places.find(({ lesson }) => lesson === named));
  }

  #keep(learned: Learned): void {
    this.learned = learned;
    progress.saveLearned(learned);
  }

  // Events of a step.

  #answered({ sentence, kind }: StepAnswer): void {
    this.answer = { sentence, kind };
    this.#announcer.announce(sentence);
  }

  async #done(sentence: string): Promise<void> {
    this.answer = { sentence, kind: "done" };
    this.#keep(progress.withDone(this.learned, this.place));
    play("cheer");
    this.#announcer.announce(sentence);
    await this.updateComplete;
    this.querySelector<HTMLButtonElement>(".next")?.focus({ preventScroll: true });
  }

  // Rendering.

  override render(): TemplateResult {
    return html`<div class=${this.isOver ? "table over" : "table"}>
        ${this.isOver ? nothing : this.#band()}
        <section class="side" aria-label=${t("Lesson")}>
          ${this.isOver ? this.#end() : this.#card()}
          ${this.#tools()}
        </section>
        ${this.isOver ? nothing : this.#board()}
      </div>
      <div class="announcements visually-hidden" role="status" aria-live="polite"></div>
      ${settingsDialog(
        this.settings,
        (settings) => this.#change(settings),
        () => this.querySelector<HTMLDialogElement>("#dialog-settings")?.close(),
      )}`;
  }

  #card(): TemplateResult {
    const { steps, rushes, title } = this.#lesson;
    const step = [...steps, ...rushes][this.place.step];
    return html`<div class="lesson">
      <h2 tabindex="-1" aria-describedby="lesson-words">${title}</h2>
      <p class="lesson-words" id="lesson-words">${step?.words}</p>
      <p class="lesson-answer ${this.answer?.kind ?? ""}">${this.answer ? this.#sign(this.answer.kind) : nothing}<span>${this.answer?.sentence}</span></p>
      <div class="lesson-buttons">
        <button type="button" ?disabled=${this.#index === 0} @click=${() => this.#back()}>${t("Back")}</button>
        ${this.answer?.kind === "done" ? html`<button type="button" @click=${() => this.#go(this.place)}>${t("Once more")}</button>` : this.#showMe()}
        ${
          this.answer?.kind === "done"
            ? html`<button type="button" class="primary next" @click=${() => this.#next()}>${t("Next")} ${icon("check")}</button>`
            : html`<button type="button" class="skip-step" @click=${() => this.#next()}>${t("Skip")}</button>`
        }
      </div>
    </div>`;
  }

  /** Render the button that points out a right placement, which a lesson of Gobble does not have. */
  #showMe(): TemplateResult | typeof nothing {
    const step = () => this.querySelector<TantrixLearnStep>("tantrix-learn-step");
    if (!this.#lesson.steps[this.place.step]) return nothing;
    return html`<button type="button" class="quiet-button" @click=${() => void step()?.show()}>${t("Show me")}</button>`;
  }

  /** Render the course: a part for each lesson, filled step by step. */
  #band(): TemplateResult {
    const { lessons } = this.#course;
    const n = lessons.indexOf(this.#lesson) + 1;
    return html`<div class="lesson-band">
      <b aria-hidden="true">${t("Lesson {n} of {all}", { n, all: lessons.length })}</b>
      <ol aria-label=${t("Lessons")}>${lessons.map((lesson) => this.#part(lesson))}</ol>
    </div>`;
  }

  #part(lesson: LessonView): TemplateResult {
    const isHere = lesson === this.#lesson;
    const all = progress.nSteps(lesson);
    const isDone = Array.from({ length: all }, (_, step) =>
      this.learned.done.includes(progress.nameOf({ lesson: lesson.name, step })),
    );
    const state = isHere ? t("Step {n} of {all}", { n: this.place.step + 1, all }) : this.#stateOf(lesson);
    return html`<li aria-current=${isHere ? "step" : "false"}>${isDone.map((one) => html`<i class=${one ? "done" : ""}></i>`)}
      <span class="visually-hidden">${lesson.title}: ${state}</span></li>`;
  }

  #stateOf(lesson: LessonView): string {
    return progress.isLearned(this.learned, lesson) ? t("done") : t("not done yet");
  }

  #sign(kind: StepAnswer["kind"]): TemplateResult {
    return html`<span class="answer-sign">${icon(kind === "done" ? "check" : kind === "refused" ? "undo" : "bulb")}</span>`;
  }

  #board(): TemplateResult {
    const { steps, rushes } = this.#lesson;
    const step = steps[this.place.step];
    const rush = rushes[this.place.step - steps.length];
    const answered = (event: CustomEvent) => this.#answered(event.detail as StepAnswer);
    const done = (event: CustomEvent) => void this.#done(event.detail.sentence as string);
    return keyed(
      `${progress.nameOf(this.place)} ${this.attempt}`,
      step
        ? html`<tantrix-learn-step .step=${step} .settings=${this.settings} .isTextOpen=${this.isTextOpen}
            @learn-answered=${answered} @learn-done=${done}></tantrix-learn-step>`
        : html`<tantrix-learn-rush .step=${rush} .settings=${this.settings} @learn-answered=${answered} @learn-done=${done}></tantrix-learn-rush>`,
    ) as TemplateResult;
  }

  #end(): TemplateResult {
    const missed = this.#course.lessons.find((lesson) => !progress.isLearned(this.learned, lesson));
    if (missed) return this.#unfinished(missed);
    return html`<div class="course-end">
      <div class="party" aria-hidden="true">${PARTY.map((tile) => tilePicture(tile))}</div>
      <h2 tabindex="-1">${t("You know the game!")}</h2>
      <p>${t("Now play it. The rest comes by itself.")}</p>
      <button type="submit" form="first-game" class="primary large">${t("A first game, against Pip")}</button>
    </div>`;
  }

  /** Who skipped steps is led to the first of them, and not told to know the game. */
  #unfinished(missed: LessonView): TemplateResult {
    return html`<div class="course-end">
      <h2 tabindex="-1">${missed.title}</h2>
      <p>${t("not done yet")}</p>
      <button type="button" class="primary large" @click=${() => this.#open(missed)}>${t("Next")}</button>
      <button type="submit" form="first-game" class="large">${t("A first game, against Pip")}</button>
    </div>`;
  }

  #tools(): TemplateResult {
    const hasTextBoard = !this.isOver && this.#lesson.steps.length > 0;
    return html`<div class="tools">
      ${
        hasTextBoard
          ? html`<button type="button" class="tool" aria-expanded=${this.isTextOpen ? "true" : "false"} aria-label=${t("Text board")}
        title=${t("Text board")} @click=${() => void this.#toggleText()}>${icon("text")}</button>`
          : nothing
      }
      <button type="button" class="tool" aria-label=${t("Settings")} title=${t("Settings")}
        @click=${() => this.querySelector<HTMLDialogElement>("#dialog-settings")?.showModal()}>${icon("gear")}</button>
      <details class="menu">
        <summary class="tool lessons-button">${t("Lessons")}</summary>
        <ol class="menu-list lesson-list">${this.#course.lessons.map((lesson) => this.#lessonRow(lesson))}</ol>
      </details>
    </div>`;
  }

  #lessonRow(lesson: LessonView): TemplateResult {
    const isHere = !this.isOver && lesson === this.#lesson;
    const isDone = progress.isLearned(this.learned, lesson);
    return html`<li><button type="button" aria-current=${isHere ? "step" : "false"} @click=${() => this.#open(lesson)}>
      <span class="lesson-mark" role="img" aria-label=${this.#stateOf(lesson)}>${isDone ? icon("check") : nothing}</span>${lesson.title}</button></li>`;
  }

  #open(lesson: LessonView): void {
    closeMenus(this);
    this.#go({ lesson: lesson.name, step: 0 });
  }

  // Panels.

  async #toggleText(): Promise<void> {
    this.isTextOpen = !this.isTextOpen;
    await this.updateComplete;
    await (this.querySelector("tantrix-learn-step") as LitElement | null)?.updateComplete;
    this.querySelector<HTMLInputElement>("#text-command")?.focus();
  }

  #change(settings: Settings): void {
    this.settings = settings;
    saveSettings(settings);
  }
}

loadLanguage(document);
customElements.define("tantrix-learn", TantrixLearn);
