import { useQueryClient } from "@tanstack/react-query";
import { thenReload } from "@guildhall/web-kit/api/then-reload.ts";
import { useOnce } from "@guildhall/web-kit/api/use-once.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { inWords } from "../in-words.ts";
import { dismissEdge, edgesQuery } from "../queries.ts";
import type { Edge } from "../types.ts";

/** Removes a missing edge from the list. */
export function Dismiss({ edge }: { edge: Edge }) {
  const cache = useQueryClient();
  const dismissal = useOnce({
    mutationFn: () => dismissEdge(edge.id),
    onError: (error) => toast.error(inWords(error)),
    onSettled: thenReload(() => cache.invalidateQueries({ queryKey: edgesQuery.queryKey })),
  });
  return (
    <Button
      size="sm"
      variant="quiet"
      busy={dismissal.isPending}
      aria-label={`Dismiss ${edge.name}`}
      onClick={() => dismissal.mutate()}
    >
      Dismiss
    </Button>
  );
}
