import { ProblemError } from "../../api/problem.ts";

/**
 * The message of a failed request: the server's own for a refusal, otherwise the specified one,
 * also without a connection.
 */
export function failureText(error: unknown, otherwise: string): string {
  const refused = error instanceof ProblemError && error.status >= 400 && error.status < 500;
  return refused ? error.detail : otherwise;
}
