import { t } from "@lingui/core/macro";
import type { LegalKey } from "../../../api/types.ts";
import { legalNames } from "../../legal/queries.ts";

/** The title of a step of the wizard: that of its document; null is the overview. */
export function stepTitle(key: LegalKey | null): string {
  return key === null ? t`Progress overview` : legalNames[key].title;
}
