import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { invalidateOnSettled } from "../../api/invalidate-on-settled.ts";
import { keys } from "../../api/keys.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { toast } from "../../ui/toast-store.ts";

export interface CordChange {
  run: () => Promise<unknown>;
  /** Success message. */
  done: string;
  onDone: () => void;
  /** Further queries to reload; cords always are. */
  changes?: readonly QueryKey[];
}

/** Changes a cord once, then reloads cords. The caller shows the error in its dialog. */
export function useCordChange({ run, done, onDone, changes = [] }: CordChange) {
  const cache = useQueryClient();
  return useSingleFlightMutation({
    mutationFn: run,
    onSuccess: () => {
      toast.success(done);
      onDone();
    },
    onSettled: invalidateOnSettled(() =>
      Promise.all(
        [keys.cords, ...changes].map((queryKey) => cache.invalidateQueries({ queryKey })),
      ),
    ),
  });
}
