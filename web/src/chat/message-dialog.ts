/** The dialog about a message: mute its author, or report it to the moderators. */
import { html, type LitElement, nothing, type TemplateResult } from "lit";
import type { ChatMessage, ReportRequest } from "../generated/protocol";
import { t } from "../page/i18n";
import { icon } from "../page/icons";
import { RequestError, request } from "../page/request";
import { segments } from "../settings/segments";
import { authorName, messageText, reasonSentences } from "./phrases";

/** What the dialog needs from the chat that shows it. */
export interface DialogChat extends LitElement {
  /** The address of the chat in the API. */
  readonly address: string;
  /** The author of a message was muted. */
  muted(): void;
  /** The dialog was closed. */
  closed(): void;
}

export class MessageDialog {
  #message: ChatMessage | null = null;
  /** The server's answer to the last action. */
  #answer = "";

  constructor(private readonly chat: DialogChat) {}

  get isOpen(): boolean {
    return this.#message !== null;
  }

  /** The button beside a message that opens the dialog. */
  button(message: ChatMessage): TemplateResult {
    const label = t("Mute or report {name}", { name: authorName(message) });
    return html`<button type="button" class="chat-more" aria-label=${label} @click=${() => this.#open(message)}>${icon("more")}</button>`;
  }

  render(): TemplateResult {
    return html`<dialog class="chat-dialog" aria-labelledby="chat-about" @close=${() => this.#closed()}>${
      this.#message ? this.#content(this.#message) : nothing
    }</dialog>`;
  }

  #open(message: ChatMessage): void {
    [this.#message, this.#answer] = [message, ""];
    this.chat.requestUpdate();
    void this.chat.updateComplete.then(() => this.#element()?.showModal());
  }

  #closed(): void {
    this.#message = null;
    this.chat.requestUpdate();
    this.chat.closed();
  }

  async #ask(action: "mute" | "reports", body?: ReportRequest): Promise<void> {
    if (!this.#message) return;
    const problem = await ask(this.chat.address, this.#message, action, body);
    if (problem) this.#answer = problem;
    else if (action === "reports") this.#answer = t("Thank you. A moderator will take a look.");
    else {
      this.#element()?.close();
      this.chat.muted();
    }
    this.chat.requestUpdate();
  }

  #element(): HTMLDialogElement | null {
    return this.chat.querySelector("dialog.chat-dialog");
  }

  #content(message: ChatMessage): TemplateResult {
    const reasons = Object.entries(reasonSentences());
    return html`<header>
      <h2 id="chat-about"><bdi>${authorName(message)}</bdi></h2>
      <button type="button" class="round" aria-label=${t("Close")} @click=${() => this.#element()?.close()}>${icon("close")}</button>
    </header>
    <div class="dialog-body">
      <blockquote class="others-words" dir="auto">${messageText(message)}</blockquote>
      <p role="status">${this.#answer}</p>
      <p>${t("You will no longer see their messages or get their invitations. They won't know.")}</p>
      <button type="button" @click=${() => void this.#ask("mute")}>${t("Mute")}</button>
      <form class="chat-report" @submit=${(event: SubmitEvent) => this.#report(event)}>
        ${segments("reason", t("What is wrong?"), reasons, reasons[0]?.[0] ?? "")}
        <label><span>${t("Details (up to 200 characters)")}</span><input name="note" maxlength="200" autocomplete="off"></label>
        <button type="submit">${t("Report")}</button>
      </form>
    </div>`;
  }

  #report(event: SubmitEvent): void {
    event.preventDefault();
    const form = new FormData(event.target as HTMLFormElement);
    const reason = form.get("reason") as ReportRequest["reason"];
    void this.#ask("reports", { reason, note: String(form.get("note")) });
  }
}

/** Mute or report through the address of a chat; return null on success, else why not. */
async function ask(
  chat: string,
  message: ChatMessage,
  action: "mute" | "reports",
  body?: ReportRequest,
): Promise<string | null> {
  try {
    await request("POST", `${chat}/${message.number}/${action}`, body);
    return null;
  } catch (error) {
    return error instanceof RequestError ? error.message : t("No connection.");
  }
}
