import { t } from "@lingui/core/macro";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "react-router";
import { keys } from "../../api/keys.ts";
import type { Community, Me } from "../../api/types.ts";
import { ConfirmDialog } from "../../forms/confirm-dialog.tsx";
import { dropLeftCommunity } from "../../live/drop-member-data.ts";
import { toast } from "../../ui/toast-store.ts";
import { leaveCommunity } from "./queries.ts";

export function LeaveDialog(props: { community: Community; me: Me; onClose: () => void }) {
  const { community, onClose } = props;
  const cache = useQueryClient();
  const navigate = useNavigate();
  const leave = useMutation({
    mutationKey: keys.leaving(community.id),
    mutationFn: () => leaveCommunity(community.id),
    onSuccess: async () => {
      toast.success(t`Left ${{ community: community.name }}`);
      await navigate("/communities");
      dropLeftCommunity(cache, community.id);
      await cache.invalidateQueries({ queryKey: keys.communityLists });
      await cache.invalidateQueries({ queryKey: keys.me });
    },
    // The viewer may have left even though the response was lost.
    onError: () => {
      void cache.invalidateQueries({ queryKey: keys.community(community.id) });
    },
  });
  return (
    <ConfirmDialog
      danger
      title={t`Leave ${{ community: community.name }}?`}
      text={
        community.visibility === "public"
          ? t`You will no longer see its threads. You can join again, but will then see only what is written from that day on.`
          : t`You will no longer see its threads, and may need approval to join again.`
      }
      confirm={t`Leave`}
      cancel={t`Stay`}
      failed={t`An error occurred. Please try again.`}
      run={() => leave.mutateAsync()}
      onClose={onClose}
    />
  );
}
