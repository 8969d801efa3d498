import { t } from "@lingui/core/macro";
import { ProblemError } from "../../api/client.ts";

/** The server's error for a sign-in proof that is older than a sign-out. */
export function leavingProblem(): ProblemError {
  const detail = t`Logout in progress`;
  return new ProblemError({
    status: 409,
    code: "logout-in-progress",
    detail,
    errors: [],
    retryAfter: null,
  });
}
