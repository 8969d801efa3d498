import { i18n, type Messages } from "@lingui/core";
import { isolateValues } from "./isolate-values.ts";
import { directionOf, type PageLanguage } from "./languages.ts";

export type Catalogue = () => Promise<{ messages: Messages }>;

/** The catalogues of a build besides the shared one. */
export type Catalogues = Partial<Record<PageLanguage, Catalogue>>;

const shared: Catalogues = { de: () => import("./catalogs/de.po") };

// Texts with placeholders are compiled by the build; the others are shown as they are.
i18n.setMessagesCompiler((text) => [text]);

/**
 * Loads and activates a language. English is active at once. If a catalogue cannot be loaded, the
 * page is shown in English.
 */
export async function activateLanguage(language: PageLanguage, own: Catalogues): Promise<void> {
  isolateValues();
  activate("en");
  if (language === "en") return;
  if (language === "ar-XB") {
    const { mirrorTexts } = await import("./pseudo-locale.ts");
    mirrorTexts();
    activate(language);
    return;
  }
  const loaders = [shared[language], own[language]].filter((load) => load !== undefined);
  try {
    for (const { messages } of await Promise.all(loaders.map((load) => load()))) {
      i18n.load(language, messages);
    }
    activate(language);
  } catch {
    // A page in English is better than none.
  }
}

function activate(language: PageLanguage): void {
  i18n.activate(language);
  document.documentElement.lang = language;
  document.documentElement.dir = directionOf(language);
}
