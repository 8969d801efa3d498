import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { keys } from "../../api/keys.ts";
import { ProblemError } from "../../api/problem.ts";
import type { Community, Me } from "../../api/types.ts";
import { useOnce } from "../../api/use-once.ts";
import { forgetInside } from "../../live/forget-inside.ts";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { FormAlert } from "../../ui/note.tsx";
import { toast } from "../../ui/toast-store.ts";
import { leaveCommunity } from "./queries.ts";

export function LeaveDialog(props: { community: Community; me: Me; onClose: () => void }) {
  const { community, onClose } = props;
  const cache = useQueryClient();
  const navigate = useNavigate();
  const leave = useOnce({
    mutationKey: keys.leaving(community.id),
    mutationFn: () => leaveCommunity(community.id),
    onSuccess: async () => {
      toast.success(`Left ${community.name}`);
      await navigate("/communities");
      // A screen that still stands for a moment would ask for it anew.
      cache.removeQueries({ queryKey: keys.community(community.id) });
      forgetInside(cache, community.id);
      await cache.invalidateQueries({ queryKey: keys.communityLists });
      await cache.invalidateQueries({ queryKey: keys.me });
    },
    // The answer may be what was lost, and not the way out.
    onError: () => {
      void cache.invalidateQueries({ queryKey: keys.community(community.id) });
    },
  });
  const problem = leave.error;
  return (
    <Dialog
      open
      title={`Leave ${community.name}?`}
      description={
        community.visibility === "public"
          ? "You will no longer see its threads. You can join again, and will then see what is written from that day on."
          : "You will no longer see its threads, and may need to be let in again."
      }
      onOpenChange={(open) => open || onClose()}
      footer={
        <>
          <Button size="lg" onClick={onClose}>
            Stay
          </Button>
          <Button size="lg" variant="danger" busy={leave.isPending} onClick={() => leave.mutate()}>
            Leave
          </Button>
        </>
      }
    >
      {problem !== null && (
        <FormAlert>
          {problem instanceof ProblemError
            ? problem.detail
            : "An error occurred. Please try again."}
        </FormAlert>
      )}
    </Dialog>
  );
}
