/**
 * Sharing a result: on a phone what it offers, elsewhere a dialog with the picture, the text, and buttons.
 *
 * Neither shows anything of the solution: one sign for each tile, in the order of laying.
 */
import { html, nothing, render } from "lit";
import { copyText } from "../../page/clipboard";
import { t } from "../../page/i18n";
import { icon } from "../../page/icons";
import { showToast } from "../../page/toast";
import { addressOfResult, type ResultToShare, resultText } from "./daily";

/** Share a result; `picture` is the address of its picture without the result, empty if the server draws none. */
export async function shareResult(result: ResultToShare, picture: string): Promise<void> {
  const [text, drawn] = [resultText(result), picture && addressOfResult(picture, result)];
  if (matchMedia("(pointer: coarse)").matches && navigator.share !== undefined) await offer(text, drawn);
  else showDialog(text, drawn);
}

/** Let the phone share; where it cannot, or the player changes their mind, show the dialog or nothing. */
async function offer(text: string, drawn: string): Promise<void> {
  try {
    const files = drawn ? [await fileOf(drawn)] : [];
    const whole = { text, files };
    await navigator.share(files.length > 0 && navigator.canShare?.(whole) ? whole : { text });
  } catch (error) {
    if (!(error instanceof DOMException) || error.name !== "AbortError") showDialog(text, drawn);
  }
}

async function fileOf(address: string): Promise<File> {
  const answer = await fetch(address);
  if (!answer.ok) throw new Error(`${address}: ${answer.status}`);
  return new File([await answer.blob()], "tantrix.png", { type: "image/png" });
}

function showDialog(text: string, drawn: string): void {
  const place = document.createElement("div");
  document.body.append(place);
  const dialog = () => place.querySelector("dialog");
  const copy = async () => {
    if (await copyText(text)) showToast(t("Your result is copied. Paste it anywhere."));
    dialog()?.close();
  };
  const hide = (event: Event) => (event.target as HTMLElement).remove();
  render(
    html`<dialog class="share-dialog" aria-labelledby="share-heading" @close=${() => place.remove()}>
      <header><h2 id="share-heading">${t("Share")}</h2>
        <button type="button" class="round" aria-label=${t("Close")} @click=${() => dialog()?.close()}>${icon("close")}</button></header>
      <div class="dialog-body">
        ${drawn ? html`<img src=${drawn} width="1200" height="630" alt="" @error=${hide}>` : nothing}
        <pre class="share-text">${text}</pre>
        <p class="outcome-buttons"><button type="button" class="primary" @click=${copy}>${icon("link")} ${t("Copy the result")}</button>
          ${drawn ? html`<a class="button" href=${drawn} download="tantrix.png">${icon("download")} ${t("Save the picture")}</a>` : nothing}</p>
      </div></dialog>`,
    place,
  );
  dialog()?.showModal();
}
