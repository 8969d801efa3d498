import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { invalidateOnSettled } from "@guildhall/web-kit/api/invalidate-on-settled.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { failureMessage } from "../failure-message.ts";
import { dismissEdge, edgesQuery } from "../queries.ts";
import type { Edge } from "../types.ts";

/** Removes a missing edge from the list. */
export function DismissEdgeButton({ edge }: { edge: Edge }) {
  const cache = useQueryClient();
  const dismissal = useSingleFlightMutation({
    mutationFn: () => dismissEdge(edge.id),
    onError: (error) => toast.error(failureMessage(error)),
    onSettled: invalidateOnSettled(() =>
      cache.invalidateQueries({ queryKey: edgesQuery.queryKey }),
    ),
  });
  return (
    <Button
      size="sm"
      variant="quiet"
      busy={dismissal.isPending}
      aria-label={t`Dismiss ${{ name: edge.name }}`}
      onClick={() => dismissal.mutate()}
    >{t`Dismiss`}</Button>
  );
}
