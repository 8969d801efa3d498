import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { wordsOf } from "../../../api/problem.ts";
import { thenReload } from "../../../api/then-reload.ts";
import { useOnceEach } from "../../../api/use-once.ts";
import { toast } from "../../../ui/toast-store.ts";

export interface Deed<Subject> {
  run: (subject: Subject) => Promise<unknown>;
  /** What is said when it is done. */
  done: string | ((subject: Subject) => string);
  /** What is said when it failed without words. */
  failed: string;
  /** What shows it. */
  changes: readonly QueryKey[];
}

/**
 * Does something at a press, and each thing once: says how it went, and loads anew what shows it, also where somebody
 * else was faster.
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
