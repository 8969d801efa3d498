import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { keys } from "../../api/keys.ts";
import { ProblemError } from "../../api/problem.ts";
import { refreshEverything } from "../../api/refresh.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { toast } from "../../ui/toast-store.ts";
import { setRelationship, type Relationship } from "./queries.ts";

/** Follows or blocks a user, and invalidates the lists that show them. */
export function useRelationship(person: { userId: string; firstName: string }) {
  const cache = useQueryClient();
  return useSingleFlightMutation({
    mutationFn: ({ relationship, on }: { relationship: Relationship; on: boolean }) =>
      setRelationship(person.userId, relationship, on),
    onSuccess: async (_, { relationship, on }) => {
      if (relationship === "block") {
        toast.success(
          on
            ? t`You blocked ${{ name: person.firstName }}.`
            : t`You unblocked ${{ name: person.firstName }}.`,
        );
      }
      if (relationship === "block") return refreshEverything(cache);
      await cache.invalidateQueries({ queryKey: keys.users });
      await cache.invalidateQueries({ queryKey: keys.me });
    },
    onError: (error) => {
      toast.error(
        error instanceof ProblemError ? error.detail : t`An error occurred. Please try again.`,
      );
    },
  });
}
