import { i18n } from "@lingui/core";
import type { PageLanguage } from "./languages.ts";

/** The language of this page. */
export function activeLanguage(): PageLanguage {
  // Only `activateLanguage` sets it.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return (i18n.locale || "en") as PageLanguage;
}
