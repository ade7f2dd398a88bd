/** Quick ways to a game: quick pairing, a robot, a friend by link. */
import { html, nothing, type TemplateResult } from "lit";
import type { Lobby, PoolView } from "../generated/protocol";
import { t, tn } from "../page/i18n";
import { icon } from "../page/icons";
import { loadJson, saveJson } from "../page/storage";
import { select } from "./challenge-form";
import { poolsOf } from "./state";
import { type Controls, controlSigns, controlText, playersText } from "./text";

const ROBOT_KEY = "tantrix.robot";
const LINK_KEY = "tantrix.link";

export interface Robot {
  name: string;
  label: string;
}

export interface QuickActions {
  seek(pool: PoolView): void;
  stop(): void;
  rate(isRated: boolean): void;
}

export function quickPairing(
  lobby: Lobby,
  isRated: boolean,
  controls: Controls,
  actions: QuickActions,
): TemplateResult {
  const choice = (value: boolean, label: string) =>
    html`<label class="choice"><input type="radio" name="stakes" .checked=${isRated === value} ?disabled=${value && lobby.me.account === null} @change=${() => actions.rate(value)}><span>${label}</span></label>`;
  return html`<section class="quick" aria-labelledby="quick-title">
    <div class="quick-head"><h2 id="quick-title">${t("Quick pairing")}</h2>
      <fieldset class="segments quick-stakes" aria-label=${t("Rated or casual")}>${choice(true, t("Rated"))}${choice(false, t("Casual"))}</fieldset></div>
    <div class="pools">${poolsOf(lobby, isRated).map((pool) => poolButton(pool, lobby.seek === pool.name, controls, actions))}</div>
    ${lobby.me.account === null ? html`<p class="quiet"><a href="/sign-in?next=/lobby">${t("Sign in")}</a> ${t("to play for a rating.")}</p>` : nothing}
  </section>`;
}

function poolButton(pool: PoolView, isMine: boolean, controls: Controls, actions: QuickActions): TemplateResult {
  const waiting = tn("{n} waiting", "{n} waiting", pool.n_waiting);
  const words = `${playersText(pool.n_seats)}, ${controlText(pool.control, controls)}`;
  return html`<button type="button" class="pool${isMine ? " seeking" : ""}${pool.n_waiting > 0 ? " awaited" : ""}" data-pool=${pool.name} aria-pressed=${isMine}
      title=${isMine ? t("Press again to stop") : words} aria-label="${words}${pool.n_waiting > 0 ? `, ${waiting}` : ""}" @click=${() => (isMine ? actions.stop() : actions.seek(pool))}>
    <b>${controlSigns(pool.control)}</b>
    <span>${playersText(pool.n_seats)}</span>
    <span class="pool-note">${isMine ? t("looking …") : pool.n_waiting > 0 ? waiting : pool.control.includes("tournament") ? t("tournament") : nothing}</span>
  </button>`;
}

/** Render the form that starts a game with the choices of last time. */
export function robotForm(robots: readonly Robot[], controls: Controls): TemplateResult {
  const before = loadJson(ROBOT_KEY, { robot: "beginner", control: "" });
  const remember = (event: Event) => {
    const fields = new FormData(event.currentTarget as HTMLFormElement);
    saveJson(ROBOT_KEY, { robot: String(fields.get("kind_1")).replace("robot:", ""), control: fields.get("control") });
  };
  return html`<form class="card lobby-form" method="post" action="/games" @submit=${remember}>
    <h2>${icon("robot")} ${t("Play a robot now")}</h2>
    ${hidden("seats", "2")}${hidden("kind_0", "me")}
    <div class="live-fields">
      ${select(
        "kind_1",
        t("Robot"),
        `robot:${before.robot}`,
        robots.map(({ name, label }) => [`robot:${name}`, label]),
      )}
      ${select("control", t("Time"), before.control, [["", t("no clock")], ...liveControls(controls)])}
    </div>
    <button type="submit" class="primary">${t("Play the robot")}</button>
  </form>`;
}

export function linkForm(controls: Controls): TemplateResult {
  const before = loadJson(LINK_KEY, "");
  const remember = (event: Event) =>
    saveJson(LINK_KEY, new FormData(event.currentTarget as HTMLFormElement).get("control"));
  return html`<form class="card lobby-form" method="post" action="/games" @submit=${remember}>
    <h2>${icon("link")} ${t("Play a friend by link")}</h2>
    ${hidden("seats", "2")}${hidden("kind_0", "me")}${hidden("kind_1", "open")}${hidden("listing", "private")}
    ${select("control", t("Time"), before, [["", t("no clock")], ...Object.entries(controls)])}
    <button type="submit">${t("Make a private table")}</button>
    <p class="quiet">${t("Nobody needs an account; whoever has the link sits down.")}</p>
  </form>`;
}

function liveControls(controls: Controls): string[][] {
  return Object.entries(controls).filter(([control]) => !control.endsWith("days"));
}

function hidden(name: string, value: string): TemplateResult {
  return html`<input type="hidden" name=${name} value=${value}>`;
}
