import { t } from "@lingui/core/macro";

/** Shown if saving failed and the error has no message of its own (F-047). */
export const UPDATE_FAILED = t`Failed to update affiliation`;
