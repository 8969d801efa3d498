import {
  type Mutation,
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
  return useUnless(options, () => true);
}

/** As {@link useOnce}, for what is done to several things at a time: to each of them once. */
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
