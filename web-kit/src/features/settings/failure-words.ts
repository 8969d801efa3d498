import { ProblemError } from "../../api/problem.ts";
import { ProofGivenUp } from "../second-factor/use-proof.ts";

/** The message for an error; null if the user cancelled. */
export function failureWords(error: unknown): string | null {
  if (error instanceof ProofGivenUp) return null;
  return error instanceof ProblemError ? error.detail : "An error occurred. Please try again.";
}
