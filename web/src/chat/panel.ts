/**
 * `<tantrix-chat>`: the chat at a table, beside the board or, on a phone, in a drawer. `<tantrix-chat-button>` opens it.
 * Messages of others are rendered as text and never as markup.
 */
import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import type { ChatMessage } from "../generated/protocol";
import { afterFrame } from "../page/after-frame";
import { t, tn } from "../page/i18n";
import { icon } from "../page/icons";
import { LightElement } from "../page/light-element";
import { face } from "../page/players/face";
import { swatch } from "../page/players/swatch";
import { loadPreference, savePreference } from "../page/preferences/store";
import type { Settings } from "../settings/preferences";
import type { TableState } from "../table/state";
import { latinKey } from "../tiles/keys";
import { conversation, isWide } from "./conversation";
import { type DialogChat, MessageDialog } from "./message-dialog";
import { authorName, messageText, type PresetName, presetSentences } from "./phrases";
import { type ChannelName, mayChat, shownMessages } from "./state";

const RULES = "chat/rules";

/** An element that updates with every message. */
class ChatElement extends LightElement {
  override connectedCallback(): void {
    super.connectedCallback();
    conversation.addEventListener("change", () => this.requestUpdate(), { signal: this.untilRemoved });
  }
}

export class TantrixChat extends ChatElement implements DialogChat {
  static override properties = {
    table: { attribute: false },
    settings: { attribute: false },
  };

  declare table: TableState;
  declare settings: Settings;

  readonly #dialog = new MessageDialog(this);
  /** Whether the newest message is in view, so that the next one comes into view too. */
  #isAtEnd = true;

  override connectedCallback(): void {
    super.connectedCallback();
    const signal = this.untilRemoved;
    document.addEventListener("keydown", (event) => this.#keyed(event), { signal });
    document.addEventListener("pointerdown", (event) => this.#closePhrases(event.target as Node), { signal });
  }

  override updated(changed: PropertyValues): void {
    this.hidden = !this.#isShown();
    if (changed.has("settings")) conversation.toggle(conversation.isOpen);
    if (!this.#log()) {
      this.#isAtEnd = true;
      return;
    }
    if (this.#isAtEnd) afterFrame(() => this.#scrollToEnd());
    if (!document.hidden) conversation.see();
    const { problem } = conversation.state;
    const input = this.#input();
    if (problem?.text && input && !input.value) input.value = problem.text;
  }

  override render(): TemplateResult | typeof nothing {
    if (!this.#isShown()) return nothing;
    const { state } = conversation;
    return html`<section class="chat" aria-label=${t("Chat")} @keydown=${(event: KeyboardEvent) => this.#left(event)}>
      <header class="chat-head">${this.#channels()}
        <button type="button" class="round" aria-label=${t("Close chat")} @click=${() => this.#close()}>${icon("close")}</button>
      </header>
      <div class="chat-log" role="log" tabindex="0" aria-live=${this.settings.chat === "on" ? "polite" : "off"}
        aria-label=${channelName(state.channel)} @keydown=${keepScrolling} @scroll=${() => this.#scrolled()}>
        ${shownMessages(state).map((message) => this.#line(message))}
        ${state.pending.map((draft) => html`<p class="chat-line pending" dir="auto">${draft.text ?? (draft.preset ? presetSentences()[draft.preset] : "")}</p>`)}
      </div>
      ${state.problem ? html`<p class="chat-problem" role="alert">${state.problem.sentence}</p>` : nothing}
      ${this.#writer()}
    </section>
    ${this.#dialog.render()}`;
  }

  #scrolled(): void {
    const log = this.#log();
    this.#isAtEnd = !log || log.scrollHeight - log.scrollTop - log.clientHeight < 8;
  }

  #scrollToEnd(): void {
    const log = this.#log();
    if (log) log.scrollTop = log.scrollHeight;
  }

  /** The chat is for spectators, and for players whose opponents are people. */
  #isShown(): boolean {
    return conversation.isOpen && this.settings.chat !== "off" && mayChat(this.table);
  }

  #channels(): TemplateResult {
    const { reads, channel } = conversation.state;
    if (reads.length < 2) return html`<h2>${channelName(channel)}</h2>`;
    return html`<div class="chat-channels" role="group" aria-label=${t("Channel")}>${reads.map(
      (one) =>
        html`<button type="button" aria-pressed=${one === channel ? "true" : "false"} @click=${() => conversation.show(one)}>${channelName(one)}</button>`,
    )}</div>`;
  }

  #line(message: ChatMessage): TemplateResult {
    const seat = message.seat === null ? undefined : this.table.game.seats[message.seat];
    const name = authorName(message);
    return html`<div class="chat-line">
      <p dir="auto">${message.name ? face(message.account ?? message.name, seat?.robot, message.face, seat?.colour) : nothing}${seat ? swatch(seat.colour) : nothing}<b><bdi>${name}</bdi></b> <span class="others-words">${messageText(message)}</span></p>
      ${conversation.isMine(message) || !conversation.state.mayAct ? nothing : this.#dialog.button(message)}
    </div>`;
  }

  #writer(): TemplateResult {
    const { writes, channel, reads } = conversation.state;
    if (reads.length === 0) return html``;
    if (!writes.includes(channel)) {
      const path = `/sign-in?next=${encodeURIComponent(location.pathname)}`;
      return html`<p class="chat-note"><a href=${path}>${t("Sign in to write here.")}</a></p>`;
    }
    return html`
      ${loadPreference(RULES) === null ? html`<p class="chat-note">${t("Be kind: no insults, no advertising, no hints about a running game. Messages are stored, and moderators may read them.")}</p>` : nothing}
      <form class="chat-form" @submit=${(event: SubmitEvent) => this.#post(event)}>
        <input name="words" maxlength="200" autocomplete="off" enterkeyhint="send" aria-label=${t("Your message")} placeholder=${t("Your message")}>
        <details class="phrases"><summary class="tool" aria-label=${t("Phrases")} title=${t("Phrases")}>☺</summary>
          <div class="phrase-list">${(Object.entries(presetSentences()) as [PresetName, string][]).map(
            ([preset, sentence]) =>
              html`<button type="button" @click=${() => this.#sendPreset(preset)}>${sentence}</button>`,
          )}</div></details>
        <button type="submit" class="round" aria-label=${t("Send")} title=${t("Send")}>${icon("next")}</button>
      </form>`;
  }

  #post(event: SubmitEvent): void {
    event.preventDefault();
    const input = this.#input();
    const text = input?.value.trim();
    if (!input || !text) return;
    input.value = "";
    this.#begun();
    conversation.post(text);
  }

  #sendPreset(preset: PresetName): void {
    this.querySelector("details.phrases")?.removeAttribute("open");
    this.#input()?.focus();
    this.#begun();
    conversation.sendPreset(preset);
  }

  /** Hide the rules for good after the first message, and scroll to the player's own. */
  #begun(): void {
    this.#scrollToEnd();
    savePreference(RULES, "read");
  }

  get address(): string {
    return `/api/games/${encodeURIComponent(this.table.game.id)}/chat`;
  }

  muted(): void {
    conversation.refresh();
  }

  closed(): void {
    this.#log()?.focus();
  }

  /** The key C moves the focus to the chat. */
  #keyed(event: KeyboardEvent): void {
    const target = event.target as Element;
    const isTyped =
      event.ctrlKey || event.altKey || event.metaKey || target.closest("input, select, textarea, dialog[open]");
    if (latinKey(event) !== "c" || isTyped || this.settings.letters !== "on" || this.settings.chat === "off") return;
    if (!mayChat(this.table)) return;
    event.preventDefault();
    conversation.toggle(true);
    void this.updateComplete.then(() => (this.#input() ?? this.#log())?.focus());
  }

  /** Escape closes a drawer, or else returns the focus to the board. */
  #left(event: KeyboardEvent): void {
    if (event.key !== "Escape" || this.#dialog.isOpen) return;
    event.preventDefault();
    event.stopPropagation();
    if (this.#closePhrases(null)) return;
    if (isWide()) document.querySelector<HTMLElement & { focusCursor(): void }>("tantrix-board")?.focusCursor();
    else this.#close();
  }

  /** Close the list of phrases unless it contains `target`; return whether it was open. */
  #closePhrases(target: Node | null): boolean {
    const list = this.querySelector<HTMLDetailsElement>("details.phrases[open]");
    if (!list || list.contains(target)) return false;
    list.open = false;
    if (list.contains(document.activeElement)) this.#input()?.focus();
    return true;
  }

  #close(): void {
    document.querySelector<HTMLElement>("tantrix-chat-button button")?.focus();
    conversation.toggle(false);
  }

  #log(): HTMLElement | null {
    return this.querySelector(".chat-log");
  }

  #input(): HTMLInputElement | null {
    return this.querySelector("input[name=words]");
  }
}

export class TantrixChatButton extends ChatElement {
  static override properties = { table: { attribute: false } };

  declare table: TableState;

  override render(): TemplateResult | typeof nothing {
    if (!mayChat(this.table)) return nothing;
    const n = conversation.isOpen ? 0 : conversation.unread;
    const label = n === 0 ? t("Chat") : tn("Chat, {n} new message", "Chat, {n} new messages", n);
    return html`<button type="button" class="tool" aria-expanded=${conversation.isOpen ? "true" : "false"} aria-label=${label}
      title=${t("Chat")} @click=${() => this.#toggle()}>${icon("chat")}${n ? html`<b class="unread">${n > 99 ? "99+" : n}</b>` : nothing}</button>`;
  }

  #toggle(): void {
    conversation.toggle();
    if (conversation.isOpen) void this.#entered();
  }

  async #entered(): Promise<void> {
    const panel = document.querySelector<TantrixChat>("tantrix-chat");
    await panel?.updateComplete;
    panel?.querySelector<HTMLElement>(isWide() ? "input[name=words], .chat-log" : ".chat-log")?.focus();
  }
}

function channelName(channel: ChannelName): string {
  return channel === "players" ? t("Players") : t("Spectators");
}

/** Keep keys that scroll the chat from moving the board. */
function keepScrolling(event: KeyboardEvent): void {
  if (/^(Arrow|Page|Home|End)/.test(event.key)) event.stopPropagation();
}

customElements.define("tantrix-chat", TantrixChat);
customElements.define("tantrix-chat-button", TantrixChatButton);
