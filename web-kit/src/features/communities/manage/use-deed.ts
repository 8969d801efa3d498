import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { wordsOf } from "../../../api/problem.ts";
import { thenReload } from "../../../api/then-reload.ts";
import { useOnceEach } from "../../../api/use-once.ts";
import { toast } from "../../../ui/toast-store.ts";

export interface Deed<Subject> {
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
export function useDeed<Subject>({ run, done, failed, changes }: Deed<Subject>) {
  const cache = useQueryClient();
  return useOnceEach({
    mutationFn: run,
    onSuccess: (_, subject) => toast.success(typeof done === "string" ? done : done(subject)),
    onError: (error) => toast.error(wordsOf(error, failed)),
    onSettled: thenReload(() =>
      Promise.all(changes.map((queryKey) => cache.invalidateQueries({ queryKey }))),
    ),
  });
}
