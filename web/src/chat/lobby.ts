/** `<tantrix-lobby-chat>`: the chat in the lobby, reloaded whenever the lobby reports a newer message. */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { ChatHistory, ChatMessage, SendChat } from "../generated/protocol";
import { loadLanguage, t } from "../page/i18n";
import { icon } from "../page/icons";
import { LightElement } from "../page/light-element";
import { face } from "../page/players/face";
import { loadPreference, savePreference } from "../page/preferences/store";
import { RequestError, request } from "../page/request";
import { messageId } from "../page/socket";
import { type DialogChat, MessageDialog } from "./message-dialog";
import { authorName, messageText } from "./phrases";

const ADDRESS = "/api/lobby/chat";
const RULES = "chat/rules";

export class TantrixLobbyChat extends LightElement implements DialogChat {
  static override properties = {
    newest: { type: Number },
    history: { state: true },
    problem: { state: true },
  };

  /** The number of the newest message, as reported by the lobby. */
  declare newest: number;
  declare history: ChatHistory | null;
  declare problem: string;

  readonly address = ADDRESS;
  readonly #dialog = new MessageDialog(this);

  constructor() {
    super();
    [this.newest, this.history, this.problem] = [0, null, ""];
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("newest")) void this.#load();
  }

  override updated(changed: PropertyValues<this>): void {
    const log = this.querySelector(".chat-log");
    if (log && changed.has("history")) log.scrollTop = log.scrollHeight;
  }

  async #load(): Promise<void> {
    try {
      this.history = (await request("GET", ADDRESS)) as ChatHistory;
    } catch {
      // The next message triggers another attempt.
    }
  }

  async #post(event: SubmitEvent): Promise<void> {
    event.preventDefault();
    const input = this.querySelector<HTMLInputElement>("input[name=words]");
    const text = input?.value.trim();
    if (!input || !text) return;
    const draft: SendChat = { type: "send_chat", id: messageId(), channel: "spectators", text, preset: null };
    try {
      await request("POST", ADDRESS, draft);
      [input.value, this.problem] = ["", ""];
      savePreference(RULES, "read");
      await this.#load();
    } catch (error) {
      this.problem = error instanceof RequestError ? error.message : t("No connection.");
    }
  }

  muted(): void {
    void this.#load();
  }

  closed(): void {}

  override render(): TemplateResult {
    const messages = this.history?.messages ?? [];
    return html`<section class="card lobby-chat" aria-labelledby="lobby-chat">
      <h2 id="lobby-chat">${t("Chat")}</h2>
      <div class="chat-log" role="log" tabindex="0" aria-labelledby="lobby-chat">${
        messages.length > 0
          ? messages.map((one) => this.#line(one))
          : html`<p class="quiet">${t("Nobody has written yet. Say hello!")}</p>`
      }</div>
      ${this.problem ? html`<p class="chat-problem" role="alert">${this.problem}</p>` : nothing}
      ${this.#writer()}
    </section>
    ${this.#dialog.render()}`;
  }

  #line(message: ChatMessage): TemplateResult {
    const name = authorName(message);
    const isMine = message.account !== null && message.account === this.history?.account;
    return html`<div class="chat-line"><p dir="auto">${message.name ? face(message.account ?? message.name, null, message.face) : nothing}<b><bdi>${name}</bdi></b> <span class="others-words">${messageText(message)}</span></p>${
      isMine || !this.history?.may_act ? nothing : this.#dialog.button(message)
    }</div>`;
  }

  #writer(): TemplateResult | typeof nothing {
    if (!this.history) return nothing;
    if (this.history.writes.length === 0)
      return html`<p class="chat-note"><a href="/sign-in?next=/lobby">${t("Sign in to write here.")}</a></p>`;
    return html`${loadPreference(RULES) === null ? html`<p class="chat-note">${t("Be kind: no insults, no advertising, no hints about a running game. Messages are stored, and moderators may read them.")}</p>` : nothing}
      <form class="chat-form" @submit=${(event: SubmitEvent) => void this.#post(event)}>
        <input name="words" maxlength="200" autocomplete="off" enterkeyhint="send" aria-label=${t("Your message")} placeholder=${t("Your message")}>
        <button type="submit" class="round" aria-label=${t("Send")} title=${t("Send")}>${icon("send")}</button>
      </form>`;
  }
}

loadLanguage(document);
customElements.define("tantrix-lobby-chat", TantrixLobbyChat);
