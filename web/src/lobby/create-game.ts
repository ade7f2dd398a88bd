/** One dialog for every way to a game: with anyone in the lobby, a player by name, a friend by link, a computer. */
import { html, nothing, type TemplateResult } from "lit";
import { t } from "../page/i18n";
import { icon } from "../page/icons";
import { face } from "../page/players/face";
import { loadPreference, savePreference } from "../page/preferences/store";
import { segments } from "../settings/segments";
import { colourField, type Fields, moreFields, savedFields, seatCounts, stakes } from "./challenge-form";
import { type Controls, shortControl } from "./text";

const ROBOT = "last/robot";
const CONTROL = "last/control";
const USUAL_TIME = "5+3";
/** Those at hand; the others are behind one more press. */
const COMMON_TIMES: readonly string[] = ["3+2", USUAL_TIME, "15 tournament", "1 days", ""];

export type Opponent = "anyone" | "player" | "friend" | "computer";

/** A computer opponent: its robot, its display name, and how strong it is. */
export interface Robot {
  robot: string;
  name: string;
  strength: string;
}

export interface CreateView {
  hasAccount: boolean;
  isRated: boolean;
  controls: Controls;
  /** The time controls on offer, in order. */
  times: readonly string[];
  robots: readonly Robot[];
  opponent: Opponent;
  /** The name of the invited player, as far as it is known. */
  to: string;
  /** Why the last attempt was refused, empty if it was not. */
  problem: string;
  isBusy: boolean;
  choose(opponent: Opponent): void;
  submit(event: SubmitEvent): void;
  close(): void;
}

/** Render the dialog; the server gets a challenge, or the form of a game with a friend or a computer. */
export function createDialog(view: CreateView): TemplateResult {
  const before = savedFields();
  const isPosted = view.opponent === "anyone" || view.opponent === "player";
  return html`<dialog id="create-game" class="create-game" aria-labelledby="create-title" @close=${() => view.close()}>
    <form method="post" action="/games" @submit=${(event: SubmitEvent) => submit(event, view, isPosted)}>
      <header><h2 id="create-title">${t("Create a game")}</h2>
        <button type="button" class="round" aria-label=${t("Close")} @click=${() => view.close()}>${icon("close")}</button></header>
      <div class="dialog-body">
        ${opponents(view)}
        ${view.problem ? html`<p class="error-note" role="alert">${view.problem}</p>` : nothing}
        ${fields(view, before)}
        ${isPosted || view.opponent === "friend" ? moreFields(before, view.opponent, view.hasAccount) : nothing}
      </div>
      <footer class="dialog-foot"><span>${promise(view.opponent)}</span>
        <button type="submit" class="primary large" ?disabled=${view.isBusy}>${view.opponent === "player" ? t("Invite") : view.opponent === "computer" ? t("Play") : t("Create")}</button></footer>
    </form>
  </dialog>`;
}

function opponents(view: CreateView): TemplateResult {
  const choice = (value: Opponent, sign: TemplateResult, name: string, more: string) =>
    html`<label class="opponent"><input type="radio" name="opponent" value=${value} .checked=${view.opponent === value} @change=${() => view.choose(value)}>
      <span>${sign}<span><b>${name}</b><small>${more}</small></span></span></label>`;
  return html`<fieldset class="opponents"><legend class="visually-hidden">${t("Opponent")}</legend>
    ${choice("anyone", icon("globe"), t("Anyone"), t("in the lobby"))}
    ${view.hasAccount ? choice("player", icon("search"), t("A player"), t("by name")) : nothing}
    ${choice("friend", icon("link"), t("A friend"), t("by link"))}
    ${choice("computer", face("", "club"), t("Computer"), t("any strength"))}
  </fieldset>`;
}

function fields(view: CreateView, before: Fields): TemplateResult {
  const isForOne = view.opponent === "player";
  const stake = view.hasAccount
    ? stakes(before, view.isRated)
    : html`<p class="quiet"><a href="/sign-in?next=/lobby">${t("Sign in to play for a rating.")}</a></p>`;
  const terms = html`${isForOne ? nothing : seatCounts(before.seats ?? "2")}${time(view, before.control ?? USUAL_TIME)}`;
  switch (view.opponent) {
    case "anyone":
      return html`${terms}<div class="live-fields">${colourField("colour", t("Preferred colour"), before)}${stake}</div>`;
    case "player":
      return html`<label class="lobby-field"><span>${t("Name of the player")}</span><input name="to" required maxlength="40" autocomplete="off" .value=${view.to}></label>
        ${terms}<div class="live-fields">${colourField("colour", t("Preferred colour"), before)}${stake}</div>`;
    case "friend":
      return html`${hidden("kind_0", "me")}${hidden("kind_1", "open")}${hidden("kind_2", "open")}${hidden("kind_3", "open")}${hidden("listing", "private")}
        ${terms}`;
    case "computer": {
      const robot = loadPreference(ROBOT) ?? "beginner";
      return html`${hidden("seats", "2")}${hidden("kind_0", "me")}
        <fieldset><legend>${t("Computer")}</legend><div class="robot-choices">${view.robots.map(
          ({ robot: one, name, strength }) =>
            html`<label class="robot-choice"><input type="radio" name="kind_1" value="robot:${one}" ?checked=${one === robot}><span>${face(name, one)}<b>${name}</b><small>${strength}</small></span></label>`,
        )}</div></fieldset>${time(view, loadPreference(CONTROL) ?? "")}`;
    }
  }
}

/** Render the choice of a time control: the common ones in a row with the chosen one in words, others in a fold. */
function time(view: CreateView, before: string): TemplateResult {
  const offered = [...view.times.filter((one) => view.opponent !== "computer" || !one.endsWith("days")), ""];
  const chosen = offered.includes(before) ? before : USUAL_TIME;
  const common = COMMON_TIMES.filter((one) => offered.includes(one));
  const others = offered.filter((one) => !common.includes(one));
  const inWords = (one: string) => (one ? (view.controls[one] ?? one) : "");
  const explain = (one: string) => {
    for (const place of document.querySelectorAll<HTMLOutputElement>(".time-in-words")) place.value = inWords(one);
  };
  return html`<div>${segments(
    "control",
    t("Time"),
    common.map((one) => [one, timeLabel(one, view.controls)]),
    chosen,
    explain,
  )}<output class="time-in-words quiet" .value=${inWords(common.includes(chosen) ? chosen : "")}></output></div>
    <details class="more-rules" ?open=${others.includes(chosen)}><summary>${t("Other times")}</summary>${segments(
      "control",
      t("Other times"),
      others.map((one) => [one, view.controls[one] ?? one]),
      chosen,
      () => explain(""),
      "segmented in-fold",
    )}</details>`;
}

/** Render a time control in short for the eye, and in full for screen readers. */
function timeLabel(control: string, controls: Controls): TemplateResult | string {
  if (!control) return t("No clock");
  const full = controls[control] ?? control;
  return html`<span aria-hidden="true">${shortControl(control)}</span><span class="visually-hidden">${full}</span>`;
}

function promise(opponent: Opponent): string {
  switch (opponent) {
    case "anyone":
      return t("Everyone in the lobby will see it.");
    case "player":
      return t("They will see the invitation on any page.");
    case "friend":
      return t("Anyone with the link can join.");
    case "computer":
      return t("The game starts at once.");
  }
}

/** The browser submits game forms unchanged; the page itself posts challenges. */
function submit(event: SubmitEvent, view: CreateView, isPosted: boolean): void {
  if (isPosted) view.submit(event);
  else if (view.opponent === "computer") {
    const chosen = new FormData(event.target as HTMLFormElement);
    savePreference(ROBOT, String(chosen.get("kind_1")).replace("robot:", ""));
    savePreference(CONTROL, String(chosen.get("control")));
  }
}

function hidden(name: string, value: string): TemplateResult {
  return html`<input type="hidden" name=${name} value=${value}>`;
}
