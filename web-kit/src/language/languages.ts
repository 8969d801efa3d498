/** The languages that people can choose. */
export type Language = "en" | "de";

/**
 * A language of the pages. `ar-XB` is a pseudo-locale: English texts, marked and laid out from right
 * to left. It is never offered; tests choose it with the stored choice.
 */
export type PageLanguage = Language | "ar-XB";

/** Each language's name in that language. */
export const LANGUAGE_NAMES: Record<Language, string> = { en: "English", de: "Deutsch" };

export function isLanguage(tag: string | null | undefined): tag is Language {
  return tag !== null && tag !== undefined && Object.hasOwn(LANGUAGE_NAMES, tag);
}

export function isPageLanguage(tag: string | null | undefined): tag is PageLanguage {
  return tag === "ar-XB" || isLanguage(tag);
}

/** The direction of a language's script. */
export function directionOf(language: PageLanguage): "ltr" | "rtl" {
  return language === "ar-XB" ? "rtl" : "ltr";
}
