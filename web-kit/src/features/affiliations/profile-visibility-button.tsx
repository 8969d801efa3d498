import { useQueryClient } from "@tanstack/react-query";
import { Eye, EyeOff } from "lucide-react";
import { keys } from "../../api/keys.ts";
import { ProblemError } from "../../api/problem.ts";
import type { Affiliation } from "../../api/types.ts";
import { useOnce } from "../../api/use-once.ts";
import { Button } from "../../ui/button.tsx";
import { toast } from "../../ui/toast-store.ts";
import { setVisibility } from "./queries.ts";

/** A member's choice whether their profile shows the affiliation. */
export function ProfileVisibilityButton({ affiliation }: { affiliation: Affiliation }) {
  const cache = useQueryClient();
  const isShown = affiliation.viewer.isPublic === true;
  const change = useOnce({
    mutationFn: () => setVisibility(affiliation.id, !isShown),
    onSuccess: async (saved) => {
      const hidden = saved.viewer.isPublic !== true;
      toast.success(
        hidden
          ? "Affiliation is now hidden from your profile"
          : "Affiliation is now visible on your profile",
      );
      await Promise.all(
        [["affiliations"], keys.me, keys.users].map((queryKey) =>
          cache.invalidateQueries({ queryKey }),
        ),
      );
    },
    onError: (error) => toast.error(visibilityWords(error)),
  });
  return (
    <Button
      icon={isShown ? <EyeOff size={15} aria-hidden /> : <Eye size={15} aria-hidden />}
      busy={change.isPending}
      onClick={() => change.mutate()}
    >
      {isShown ? "Hide from Profile" : "Show on Profile"}
    </Button>
  );
}

function visibilityWords(error: unknown): string {
  if (!(error instanceof ProblemError)) return "Failed to update visibility settings";
  return error.status === 401 ? "You must be logged in to manage visibility" : error.detail;
}
