/** The settings page: the form, and tiles that preview each change. */
import { render } from "lit";
import { loadLanguage } from "../page/i18n";
import { followChoices } from "./face-editor";
import { settingsForm } from "./form";
import { followSettings, loadSettings, type Settings, saveSettings } from "./preferences";

function show(form: HTMLElement, settings: Settings): void {
  const change = (after: Settings) => {
    saveSettings(after);
    show(form, after);
  };
  render(settingsForm(settings, change), form);
}

const form = document.getElementById("settings");
loadLanguage(document);
if (form) {
  show(form, loadSettings());
  followSettings((settings) => show(form, settings));
}
const profile = document.querySelector<HTMLFormElement>(".profile-form form");
if (profile) followChoices(profile);
