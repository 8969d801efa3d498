import type { FieldPath, FieldValues, UseFormSetError } from "react-hook-form";
import { ProblemError } from "../../api/problem.ts";

/** Puts the server's refusals on the fields they name; what is left is told above the buttons. */
export function showProblem<Values extends FieldValues>(
  error: unknown,
  fields: readonly FieldPath<Values>[],
  setError: UseFormSetError<Values>,
  fallback: string,
): void {
  const problem = error instanceof ProblemError ? error : null;
  const placed = (problem?.errors ?? []).filter((refused) => {
    const field = fields.find((name) => name === refused.field);
    if (field !== undefined) setError(field, { message: refused.message });
    return field !== undefined;
  });
  if (placed.length > 0) return;
  const unexpected = problem === null || problem.status >= 500;
  setError("root", { message: unexpected ? fallback : problem.detail });
}
