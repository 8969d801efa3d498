import type { FieldValues, Path, UseFormSetError } from "react-hook-form";
import { ProblemError, errorMessage } from "../api/client.ts";

/**
 * Shows an error response in a form: each field error at its field, the rest at the form.
 * `otherwise` is used if the error has no message.
 */
export function applyProblem<Values extends FieldValues>(
  error: unknown,
  fields: readonly Path<Values>[],
  setError: UseFormSetError<Values>,
  otherwise: string,
): void {
  const problem = error instanceof ProblemError ? error : null;
  let placed = 0;
  for (const refused of problem?.errors ?? []) {
    const field = fields.find((name) => name === refused.field);
    if (field === undefined) continue;
    setError(
      field,
      { type: refused.code, message: refused.message },
      { shouldFocus: placed === 0 },
    );
    placed += 1;
  }
  if (placed > 0) return;
  setError("root", {
    type: problem?.code ?? "unexpected",
    message: errorMessage(error, otherwise),
  });
}
