/** The lists of the lobby: challenges, waiting tables, games in play, and who is online. */
import { html, nothing, type TemplateResult } from "lit";
import { repeat } from "lit/directives/repeat.js";
import type { ChallengeView, ColourLetter, Lobby, PresentPlayer, SeatView, TableView } from "../generated/protocol";
import { t, tn } from "../page/i18n";
import { playerBadge } from "../page/players/badge";
import { face } from "../page/players/face";
import { noSwatch, swatch } from "../page/players/swatch";
import { type Choose, preferenceForm, preferenceMarks, preferenceText } from "./colour-preferences";
import { obstacle } from "./state";
import { type Controls, challengeText, controlText, isDoubles, moreOfControl, rulesText, shortControl } from "./text";

const N_PICTURED = 4;

type Seated = Pick<ChallengeView, "seats">;

export interface ListActions {
  take(challenge: ChallengeView): void;
  withdraw(challenge: ChallengeView): void;
  invite(name: string): void;
  prefer: Choose;
}

export interface LobbyPage {
  lobby: Lobby;
  challenges: readonly ChallengeView[];
  /** Challenges that are gone but still shown, so that no other challenge moves under the pointer. */
  gone: ReadonlySet<string>;
  controls: Controls;
  /** The preferred colours of a guest; the server knows those of an account from its profile. */
  preferences: readonly ColourLetter[];
}

export function waitingList(shown: LobbyPage, actions: ListActions): TemplateResult {
  const { challenges, controls } = shown;
  const { waiting } = shown.lobby;
  if (challenges.length + waiting.length === 0)
    return html`<p class="quiet lobby-empty">${t("No open challenges. Create a game and everyone in the lobby will see it.")}</p>`;
  const canPrefer = shown.lobby.me.account === null && challenges.some((one) => takesPreferences(one, shown));
  return html`${canPrefer ? preferenceForm(shown.preferences, actions.prefer) : nothing}<ul class="lobby-rows">
    ${repeat(
      challenges,
      (one) => one.id,
      (one) => challengeRow(one, shown, actions),
    )}
    ${repeat(
      waiting,
      (one) => one.id,
      (one) => tableRow(one, controls, t("Sit down")),
    )}
  </ul>`;
}

/** Render the games in play: the first with tiles on the table as pictures, the others as rows. */
export function playedList({ lobby, controls }: LobbyPage): TemplateResult {
  if (lobby.in_play.length === 0) return html`<p class="quiet lobby-empty">${t("No games right now.")}</p>`;
  const pictured = lobby.in_play.filter((one) => one.ply > 0).slice(0, N_PICTURED);
  return html`${pictured.length > 0 ? html`<ul class="live-tables">${repeat(pictured, (one) => one.id, tableCard)}</ul>` : nothing}
    <ul class="lobby-rows">${repeat(
      lobby.in_play.filter((one) => !pictured.includes(one)),
      (one) => one.id,
      (one) => tableRow(one, controls, t("Watch")),
    )}</ul>`;
}

/** Render a game in play as a picture of its table as it was when it was first shown here. */
function tableCard(table: TableView): TemplateResult {
  const names = table.seats.map((seat) => seat.name).join(", ");
  return html`<li id="table-${table.id}"><a href=${table.url} aria-label="${t("Watch")}: ${names}">
    <img src="${table.url}/picture.svg?theme=dark" width="160" height="120" loading="lazy" alt="">
    <span class="live-seats">${table.seats.map((seat) => seatShown(seat, true, table.scores[seat.seat] ?? null))}</span></a></li>`;
}

export function playerList({ lobby }: LobbyPage, actions: ListActions): TemplateResult {
  const guests = lobby.n_guests > 0 ? tn("{n} guest", "{n} guests", lobby.n_guests) : "";
  return html`<ul class="lobby-players">${repeat(
    lobby.players,
    (one) => one.name,
    (one) => playerRow(one, lobby, actions),
  )}</ul>${guests ? html`<p class="quiet">${guests}</p>` : nothing}`;
}

function challengeRow(challenge: ChallengeView, shown: LobbyPage, actions: ListActions): TemplateResult {
  const isGone = shown.gone.has(challenge.id);
  const who =
    challenge.role === "invited"
      ? html`<strong class="lobby-mark">${t("For you")}</strong>`
      : challenge.to !== null
        ? html`<span class="lobby-mark quiet">${t("For {name}", { name: challenge.to })}</span>`
        : nothing;
  return html`<li class="lobby-row ${challenge.role}${isGone ? " gone" : ""}" id="challenge-${challenge.id}">
    ${timeControl(challenge.control, shown.controls)}
    <div class="lobby-what">
      <p class="lobby-seats">${challenge.seats.map((seat) => seatShown(seat, hasColour(seat, challenge)))}${freeSeats(challenge)}${who}</p>
      <p class="lobby-terms">${challengeText(challenge, shown.controls)}</p>
    </div>
    <div class="lobby-acts">${isGone ? html`<span class="quiet">${t("gone")}</span>` : challengeButtons(challenge, shown, actions)}</div>
  </li>`;
}

function challengeButtons(challenge: ChallengeView, shown: LobbyPage, actions: ListActions): TemplateResult {
  const names = challenge.seats
    .filter((seat) => seat.kind !== "open")
    .map((seat) => seat.name)
    .join(", ");
  const back = (words: string) =>
    html`<button type="button" @click=${() => actions.withdraw(challenge)} aria-label="${words}: ${names}">${words}</button>`;
  if (challenge.role === "owner") return back(t("Withdraw"));
  if (challenge.role === "seated") return back(t("Leave"));
  const reason = obstacle(challenge, shown.lobby.me);
  if (reason === "account") return html`<a class="button" href="/sign-in?next=/lobby">${t("Sign in to play")}</a>`;
  if (reason === "rating") return html`<span class="quiet">${t("Outside your rating")}</span>`;
  const isForMe = challenge.role === "invited";
  const verb = isForMe ? t("Accept") : t("Play");
  const preferences = takesPreferences(challenge, shown) ? shown.preferences : [];
  const words = [`${verb}: ${names}`, preferenceText(preferences)].filter(Boolean).join(", ");
  return html`<button type="button" class="primary" @click=${() => actions.take(challenge)} aria-label=${words}>${verb}${preferenceMarks(preferences)}</button>${
    isForMe ? back(t("Decline")) : nothing
  }`;
}

/** Return whether the viewer can accept a challenge and prefer a colour in it; not in doubles. */
function takesPreferences(challenge: ChallengeView, { lobby, gone }: LobbyPage): boolean {
  const isOpenToMe = challenge.role === "none" || challenge.role === "invited";
  return isOpenToMe && !gone.has(challenge.id) && obstacle(challenge, lobby.me) === null && !isDoubles(challenge);
}

function tableRow(table: TableView, controls: Controls, verb: string): TemplateResult {
  const isInPlay = table.ply > 0;
  const terms = [
    moreOfControl(table.control, controls),
    table.is_rated ? t("rated") : t("casual"),
    rulesText(table.rules),
    isInPlay ? t("{n} of {all} tiles", { n: table.ply, all: table.n_tiles }) : "",
  ];
  return html`<li class="lobby-row" id="table-${table.id}">
    ${timeControl(table.control, controls)}
    <div class="lobby-what">
      <p class="lobby-seats">${table.seats.map((seat) => seatShown(seat, isBegun(table) || hasColour(seat, table), isInPlay ? (table.scores[seat.seat] ?? null) : null))}${freeSeats(table)}</p>
      <p class="lobby-terms">${terms.filter(Boolean).join(" · ")}</p>
    </div>
    <div class="lobby-acts"><a class="button" href=${table.url} aria-label="${verb}: ${table.seats.map((seat) => seat.name || t("free seat")).join(", ")}">${verb}</a></div>
  </li>`;
}

/** Render the time control in short, with the full words for screen readers. */
function timeControl(control: string | null, controls: Controls): TemplateResult {
  return html`<p class="lobby-control"><span aria-hidden="true" title=${controlText(control, controls)}>${shortControl(control)}</span><span class="visually-hidden">${controlText(control, controls)}:</span></p>`;
}

/** Render the free seats of a table for more than two; a game for two has just the one. */
function freeSeats(table: Seated): TemplateResult | typeof nothing {
  const { seats } = table;
  const free = seats.filter((seat) => seat.kind === "open");
  if (free.length === 0 || seats.length === 2) return nothing;
  return html`<span class="lobby-seat free">${free.map((seat) => colourShown(seat, hasColour(seat, table)))}${tn("{n} seat free", "{n} seats free", free.length)}</span>`;
}

/** Render a taken seat with name, badge, and the score if the game is in play. */
function seatShown(seat: SeatView, isColoured: boolean, score: number | null = null): TemplateResult | typeof nothing {
  if (seat.kind === "open") return nothing;
  return html`<span class="lobby-seat">${face(seat.account ?? seat.name, seat.robot, seat.badge?.face, score === null ? null : seat.colour)}<bdi class="others-words">${seat.name}</bdi>${playerBadge(seat)}${colourShown(seat, isColoured)}${
    score === null ? nothing : html`<b>${score}</b>`
  }</span>`;
}

/** Return whether a seat has a colour before the game begins: in doubles, or if its player prefers one. */
function hasColour(seat: SeatView, table: Seated): boolean {
  return isDoubles(table) || seat.colour_preferences.length > 0;
}

function isBegun({ seats }: Seated): boolean {
  return seats.every((seat) => seat.kind !== "open");
}

function colourShown(seat: SeatView, isColoured: boolean): TemplateResult {
  return isColoured ? swatch(seat.colour) : noSwatch();
}

function playerRow(player: PresentPlayer, lobby: Lobby, actions: ListActions): TemplateResult {
  const isMe = player.name === lobby.me.account;
  const canInvite = !isMe && lobby.me.account !== null;
  return html`<li class="lobby-player">
    <a class="named" href=${player.url}>${face(player.name, null, player.face)}<bdi class="others-words">${player.name}</bdi></a>
    <span class="quiet">${player.points}${player.is_provisional ? html`<abbr title=${t("still uncertain")}>?</abbr>` : nothing}${player.is_robot_account ? ` · ${t("robot")}` : ""}${isMe ? ` · ${t("you")}` : player.is_playing ? ` · ${t("playing")}` : ""}</span>
    ${canInvite ? html`<button type="button" class="lobby-invite" @click=${() => actions.invite(player.name)} aria-label=${t("Invite {name}", { name: player.name })}>${t("Invite")}</button>` : nothing}
  </li>`;
}
