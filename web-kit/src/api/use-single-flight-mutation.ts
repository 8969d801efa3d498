import {
  type Mutation,
  type UseMutationOptions,
  type UseMutationResult,
  useMutation,
  useQueryClient,
} from "@tanstack/react-query";
import { useId } from "react";

/**
 * `useMutation` for actions that must not run concurrently: calls are ignored while one is pending.
 * `isPending` would disable the button only from the next render on, which a double click precedes.
 */
export function useSingleFlightMutation<Result, Variables = void>(
  options: UseMutationOptions<Result, Error, Variables>,
): UseMutationResult<Result, Error, Variables> {
  return useUnless(options, () => true);
}

/** Like {@link useSingleFlightMutation}, but per variables: calls for different items run concurrently. */
export function useSingleFlightPerItem<Result, Variables>(
  options: UseMutationOptions<Result, Error, Variables>,
): UseMutationResult<Result, Error, Variables> {
  return useUnless(options, (requested, onItsWay) => requested === onItsWay);
}

function useUnless<Result, Variables>(
  options: UseMutationOptions<Result, Error, Variables>,
  isSame: (requested: Variables | undefined, onItsWay: unknown) => boolean,
): UseMutationResult<Result, Error, Variables> {
  const cache = useQueryClient();
  const mutationKey = [...(options.mutationKey ?? []), useId()];
  const mutation = useMutation({ ...options, mutationKey });
  const begin = mutation.mutate;
  const mutate: typeof begin = (...requested) => {
    const predicate = ({ state }: Mutation) => isSame(requested[0], state.variables);
    if (cache.isMutating({ mutationKey, predicate }) === 0) begin(...requested);
  };
  return { ...mutation, mutate };
}
