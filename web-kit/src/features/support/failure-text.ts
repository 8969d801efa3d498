import { ProblemError } from "../../api/problem.ts";

/** True if the server refused the request, with a reason for the member. */
export function isRefusal(error: unknown): error is ProblemError {
  return error instanceof ProblemError && error.status >= 400 && error.status < 500;
}

/**
 * The message of a failed request: the server's own for a refusal, otherwise the specified one,
 * also without a connection.
 */
export function failureText(error: unknown, otherwise: string): string {
  return isRefusal(error) ? error.detail : otherwise;
}
