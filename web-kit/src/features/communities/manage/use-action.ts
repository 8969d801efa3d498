import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { errorMessage } from "../../../api/problem.ts";
import { invalidateOnSettled } from "../../../api/invalidate-on-settled.ts";
import { useSingleFlightPerItem } from "../../../api/use-single-flight-mutation.ts";
import { toast } from "../../../ui/toast-store.ts";

export interface ActionOptions<Subject> {
  run: (subject: Subject) => Promise<unknown>;
  /** Success message. */
  done: string | ((subject: Subject) => string);
  /** Error message, if the error has none of its own. */
  failed: string;
  /** Queries to invalidate. */
  changes: readonly QueryKey[];
}

/**
 * Runs an action at most once at a time, reports its outcome and reloads the affected queries, also
 * after a conflict.
 */
export function useAction<Subject>({ run, done, failed, changes }: ActionOptions<Subject>) {
  const cache = useQueryClient();
  return useSingleFlightPerItem({
    mutationFn: run,
    onSuccess: (_, subject) => toast.success(typeof done === "string" ? done : done(subject)),
    onError: (error) => toast.error(errorMessage(error, failed)),
    onSettled: invalidateOnSettled(() =>
      Promise.all(changes.map((queryKey) => cache.invalidateQueries({ queryKey }))),
    ),
  });
}
