import { isLanguage, isPageLanguage, type PageLanguage } from "./languages.ts";

/** `early-page.js` reads the same key before the first paint. */
export const LANGUAGE_KEY = "guildhall.language";

/**
 * The language of a page: the choice stored on this device, otherwise the site's default, otherwise
 * the first of the browser's languages that exists, otherwise English.
 */
export function chosenLanguage(siteDefault: string | null | undefined): PageLanguage {
  const stored = storedLanguage();
  if (stored !== null) return stored;
  if (isLanguage(siteDefault)) return siteDefault;
  const bases = navigator.languages.map((tag) => tag.split("-")[0]?.toLowerCase());
  return bases.find(isLanguage) ?? "en";
}

export function storedLanguage(): PageLanguage | null {
  try {
    const stored = localStorage.getItem(LANGUAGE_KEY);
    return isPageLanguage(stored) ? stored : null;
  } catch {
    return null;
  }
}

/** Stores the choice for the next page. False if the browser stores nothing. */
export function storeLanguage(language: PageLanguage): boolean {
  try {
    localStorage.setItem(LANGUAGE_KEY, language);
    return true;
  } catch {
    return false;
  }
}
