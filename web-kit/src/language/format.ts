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

/** The size of a file: "340 KB", "2.4 MB". */
export function fileSize(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`;
  const oneDecimal = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return `${new Intl.NumberFormat(locale(), oneDecimal).format(kilobytes / 1024)} MB`;
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
