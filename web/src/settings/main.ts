/** The settings page: the form, tiles that preview each change, and the way back to the defaults. */
import { html, render } from "lit";
import { loadLanguage, t } from "../page/i18n";
import { showToast } from "../page/toast";
import { followChoices } from "./face-editor";
import { settingsForm } from "./form";
import { DEFAULTS, followSettings, loadSettings, type Settings, saveSettings } from "./preferences";

function show(form: HTMLElement, settings: Settings): void {
  const change = (after: Settings) => {
    saveSettings(after);
    show(form, after);
  };
  render(settingsForm(settings, change), form);
}

/** Render the way back to the defaults, which asks before it goes. */
function showReset(place: HTMLElement, form: HTMLElement): void {
  const reset = () => {
    saveSettings(DEFAULTS);
    show(form, DEFAULTS);
    const details = place.querySelector("details");
    details?.removeAttribute("open");
    details?.querySelector("summary")?.focus();
    showToast(t("All settings are as they were at first."));
  };
  render(
    html`<details class="confirm"><summary class="button quiet-button">${t("Back to the defaults")}</summary>
      <p>${t("All settings go back to what they were at first. Your language and your profile stay.")}</p>
      <button type="button" class="danger" @click=${reset}>${t("Reset the settings")}</button></details>`,
    place,
  );
}

const form = document.getElementById("settings");
loadLanguage(document);
if (form) {
  show(form, loadSettings());
  followSettings((settings) => show(form, settings));
  const place = document.getElementById("defaults");
  if (place) showReset(place, form);
}
const profile = document.querySelector<HTMLFormElement>(".profile-form form");
if (profile) followChoices(profile);
