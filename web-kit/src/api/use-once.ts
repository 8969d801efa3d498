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
export function useOnce<Result, Variables = void>(
  options: UseMutationOptions<Result, Error, Variables>,
): UseMutationResult<Result, Error, Variables> {
  return useUnless(options, () => true);
}

/** Like {@link useOnce}, but per variables: calls for different items run concurrently. */
export function useOnceEach<Result, Variables>(
  options: UseMutationOptions<Result, Error, Variables>,
): UseMutationResult<Result, Error, Variables> {
  return useUnless(options, (asked, onItsWay) => asked === onItsWay);
}

function useUnless<Result, Variables>(
  options: UseMutationOptions<Result, Error, Variables>,
  isSame: (asked: Variables | undefined, onItsWay: unknown) => boolean,
): UseMutationResult<Result, Error, Variables> {
  const cache = useQueryClient();
  const mutationKey = [...(options.mutationKey ?? []), useId()];
  const mutation = useMutation({ ...options, mutationKey });
  const begin = mutation.mutate;
  const mutate: typeof begin = (...asked) => {
    const predicate = ({ state }: Mutation) => isSame(asked[0], state.variables);
    if (cache.isMutating({ mutationKey, predicate }) === 0) begin(...asked);
  };
  return { ...mutation, mutate };
}
