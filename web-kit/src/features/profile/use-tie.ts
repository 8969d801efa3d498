import { useQueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys.ts";
import { ProblemError } from "../../api/problem.ts";
import { useOnce } from "../../api/use-once.ts";
import { toast } from "../../ui/toast-store.ts";
import { setTie, type Tie } from "./queries.ts";

/** Follows or blocks a user, and invalidates the lists that show them. */
export function useTie(person: { userId: string; firstName: string }) {
  const cache = useQueryClient();
  return useOnce({
    mutationFn: ({ tie, on }: { tie: Tie; on: boolean }) => setTie(person.userId, tie, on),
    onSuccess: async (_, { tie, on }) => {
      if (tie === "block") {
        toast.success(
          on ? `You blocked ${person.firstName}.` : `You unblocked ${person.firstName}.`,
        );
      }
      // A block hides or shows the other user's content everywhere.
      if (tie === "block") return cache.invalidateQueries();
      await cache.invalidateQueries({ queryKey: keys.users });
      await cache.invalidateQueries({ queryKey: keys.me });
    },
    onError: (error) => {
      toast.error(
        error instanceof ProblemError ? error.detail : "An error occurred. Please try again.",
      );
    },
  });
}
