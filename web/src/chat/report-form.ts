/** The dialog about a message: mute its author, or report it to the moderators. */
import { html, type TemplateResult } from "lit";
import type { ChatMessage, ReportRequest } from "../generated/protocol";
import { t } from "../page/i18n";
import { icon } from "../page/icons";
import { RequestError, request } from "../page/request";
import { authorName, messageText, reasonSentences } from "./phrases";

export interface MessageListener {
  mute(): void;
  report(request: ReportRequest): void;
  close(): void;
}

/** Render the dialog. `answer` is the server's answer to the last action. */
export function messageDialog(message: ChatMessage, answer: string, listener: MessageListener): TemplateResult {
  const name = authorName(message);
  return html`<header>
      <h2 id="chat-about"><bdi>${name}</bdi></h2>
      <button type="button" class="round" aria-label=${t("Close")} @click=${() => listener.close()}>${icon("close")}</button>
    </header>
    <div class="dialog-body">
      <blockquote class="others-words" dir="auto">${messageText(message)}</blockquote>
      <p role="status">${answer}</p>
      <p>${t("You will no longer get their messages or invitations. They are not told.")}</p>
      <button type="button" @click=${() => listener.mute()}>${t("Mute")}</button>
      <form class="chat-report" @submit=${(event: SubmitEvent) => sendReport(event, listener)}>
        <label><span>${t("What is wrong?")}</span>
          <select name="reason">${Object.entries(reasonSentences()).map(
            ([reason, sentence]) => html`<option value=${reason}>${sentence}</option>`,
          )}</select></label>
        <label><span>${t("Details (up to 200 characters)")}</span><input name="note" maxlength="200" autocomplete="off"></label>
        <button type="submit">${t("Report")}</button>
      </form>
    </div>`;
}

function sendReport(event: SubmitEvent, listener: MessageListener): void {
  event.preventDefault();
  const form = new FormData(event.target as HTMLFormElement);
  listener.report({ reason: form.get("reason") as ReportRequest["reason"], note: String(form.get("note")) });
}

/** Mute or report through the address of a chat; return null on success, else why not. */
export async function ask(
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
