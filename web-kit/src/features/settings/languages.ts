import type { ChangeMe } from "../../api/types.ts";

/** The languages that the server accepts, as its description lists them. */
type Tag = NonNullable<ChangeMe["language"]>;

/** Their names, each in the language itself. */
const names: Readonly<Record<Tag, string>> = { en: "English" };

export interface Language {
  tag: string;
  name: string;
  /** Cannot be chosen: it was, before the list was as it is. */
  isPast: boolean;
}

export function isLanguage(tag: string): tag is Tag {
  return Object.hasOwn(names, tag);
}

/** What can be chosen, and what was chosen before. */
export function languages(chosen: string): readonly Language[] {
  const listed = Object.entries(names).map(([tag, name]) => ({ tag, name, isPast: false }));
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
