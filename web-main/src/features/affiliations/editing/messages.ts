/** Shown if saving failed and the error has no message of its own (F-047). */
import { t } from "@lingui/core/macro";
export const UPDATE_FAILED = t`Failed to update affiliation`;
