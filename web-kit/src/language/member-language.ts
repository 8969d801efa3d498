import { activeLanguage } from "./active-language.ts";
import { storedLanguage, storeLanguage } from "./chosen-language.ts";
import { isLanguage } from "./languages.ts";
import { reloadPage } from "./reload-page.ts";

interface Member {
  id: string;
  language: string;
}

/** Each member whose language was compared with that of this page. */
const compared = new Map<string, Promise<void>>();

/**
 * Shows the pages in the language of a member, at the start and after a sign-in: if it is not that
 * of this page, it is stored, and `path` is loaded again. The promise resolves if this page may be
 * shown; it stays pending during a reload. A change on another device applies to the next page, so
 * that no reload discards typed text.
 */
export function applyMemberLanguage(member: Member, path: string): Promise<void> {
  const earlier = compared.get(member.id);
  if (earlier !== undefined) return earlier;
  const result = apply(member.language, path);
  compared.set(member.id, result);
  return result;
}

function apply(language: string, path: string): Promise<void> {
  const page = activeLanguage();
  const isShown = !isLanguage(language) || page === "ar-XB" || page === language;
  // A page that was loaded with this choice and is shown in another language lacks its catalogue:
  // a reload would not help.
  if (isShown || storedLanguage() === language || !storeLanguage(language))
    return Promise.resolve();
  history.replaceState(history.state, "", path);
  reloadPage();
  return new Promise(() => undefined);
}
