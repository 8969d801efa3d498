import { isLanguage, LANGUAGE_NAMES } from "../../language/languages.ts";

export interface LanguageOption {
  tag: string;
  name: string;
  /** Not selectable: it was chosen before the list of languages was reduced. */
  isPast: boolean;
}

/** The selectable languages, each by its own name, and the current one. */
export function languageOptions(chosen: string): readonly LanguageOption[] {
  const listed = Object.entries(LANGUAGE_NAMES).map(([tag, name]) => ({
    tag,
    name,
    isPast: false,
  }));
  if (isLanguage(chosen)) return listed;
  return [...listed, { tag: chosen, name: nameOf(chosen), isPast: true }];
}

function nameOf(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
