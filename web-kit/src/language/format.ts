import { activeLanguage } from "./active-language.ts";
import { isolate } from "./isolate.ts";

/**
 * The locale for numbers, dates and lists: the browser's variant of the page's language
 * ("de-AT" on a German page), otherwise the language's own. English is British unless the browser
 * says otherwise for times of day.
 */
export function locale(): string {
  const language = activeLanguage();
  if (language !== "de") return "en-GB";
  return navigator.languages.find((tag) => /^de(-|$)/i.test(tag) && isLocale(tag)) ?? "de-DE";
}

/** A number with the separators of the page's language. */
export function formatNumber(value: number): string {
  return new Intl.NumberFormat(locale()).format(value);
}

/** "Ada, Ben and Cem", "Ada, Ben or Cem", or as a "unit" "Ada, Ben, Cem". */
export function formatList(items: readonly string[], type: Intl.ListFormatType = "conjunction") {
  return new Intl.ListFormat(locale(), { type }).format(items.map(isolate));
}

/** Some systems report tags that are no locale. */
function isLocale(tag: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(tag).length > 0;
  } catch {
    return false;
  }
}
