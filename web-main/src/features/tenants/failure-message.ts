import { t } from "@lingui/core/macro";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";

/** The message for an error that belongs to no field. */
export const failureMessage = (error: unknown) =>
  errorMessage(error, t`Something went wrong. Please try again.`);
