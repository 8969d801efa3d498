import { t } from "@lingui/core/macro";
import type { ChangeMe } from "../../api/types.ts";

/** The languages that the server accepts, from the API description. */
type Tag = NonNullable<ChangeMe["language"]>;

/** The name of each language in that language. */
const names: Readonly<Record<Tag, string>> = { en: t`English` };

export interface Language {
  tag: string;
  name: string;
  /** Not selectable: it was chosen before the list of languages was reduced. */
  isPast: boolean;
}

export function isLanguage(tag: string): tag is Tag {
  return Object.hasOwn(names, tag);
}

/** The selectable languages, and the current one. */
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
