export interface Language {
  tag: string;
  /** In the language itself. */
  name: string;
}

/** The languages whose words are complete. */
const complete: readonly Language[] = [{ tag: "en", name: "English" }];

/** What can be chosen; a language that was chosen elsewhere stays in the list. */
export function languages(chosen: string): readonly Language[] {
  if (complete.some(({ tag }) => tag === chosen)) return complete;
  return [...complete, { tag: chosen, name: nameOf(chosen) }];
}

function nameOf(tag: string): string {
  try {
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}
