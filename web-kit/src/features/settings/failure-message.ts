import { t } from "@lingui/core/macro";
import { ProblemError } from "../../api/problem.ts";
import { ProofCancelled } from "../second-factor/use-proof.ts";

/** The message for an error; null if the user cancelled. */
export function failureMessage(error: unknown): string | null {
  if (error instanceof ProofCancelled) return null;
  return error instanceof ProblemError ? error.detail : t`An error occurred. Please try again.`;
}
