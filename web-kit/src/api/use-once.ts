import {
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useId } from "react";

/**
 * `useMutation` for what must not be done twice over: while one is on its way, a further press does
 * nothing. `isPending` tells the screen so from its next render on, and a double click is quicker.
 */
export function useOnce<Result, Variables = void>(
  options: UseMutationOptions<Result, Error, Variables>,
): UseMutationResult<Result, Error, Variables> {
  const cache = useQueryClient();
  const mutationKey = [useId()];
  const mutation = useMutation({ ...options, mutationKey });
  const begin = mutation.mutate;
  const mutate: typeof begin = (...asked) => {
    if (cache.isMutating({ mutationKey }) === 0) begin(...asked);
  };
  return { ...mutation, mutate };
}
