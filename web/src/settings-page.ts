/** The page of a person's settings: the form, and tiles on which each choice is seen at once. */
import { render } from "lit";
import { speakAsThePage } from "./i18n";
import { loadSettings, type Settings, saveSettings } from "./settings";
import { settingsForm } from "./settings-dialog";

function show(form: HTMLElement, settings: Settings): void {
  const change = (after: Settings) => {
    saveSettings(after);
    show(form, after);
  };
  render(settingsForm(settings, change), form);
}

const form = document.getElementById("settings");
speakAsThePage(document);
if (form) show(form, loadSettings());
