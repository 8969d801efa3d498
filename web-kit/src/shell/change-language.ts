import { t } from "@lingui/core/macro";
import { storeLanguage } from "../language/chosen-language.ts";
import type { Language } from "../language/languages.ts";
import { reloadPage } from "../language/reload-page.ts";
import { toast } from "../ui/toast-store.ts";

const listeners = new Set<() => void>();

/** Calls back before the reload, to keep typed text. Returns a function that stops it. */
export function onLanguageChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Stores the choice of a language on this device and shows the page in it. */
export function changeLanguage(language: Language): void {
  if (!storeLanguage(language)) {
    toast.error(t`The language could not be changed, because this browser stores no settings.`);
    return;
  }
  for (const listener of listeners) listener();
  reloadPage();
}
