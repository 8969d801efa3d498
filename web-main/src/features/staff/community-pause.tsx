import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { StaffCommunity } from "@guildhall/web-kit/api/staff-types.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { PauseDialog } from "./pause-dialog.tsx";
import { pauseCommunity, staffKey, unpauseCommunity } from "./queries.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

/** Pauses or resumes a community, with a reason for the audit log. */
export function CommunityPause(props: { community: StaffCommunity; onClose: () => void }) {
  const { community, onClose } = props;
  const cache = useQueryClient();
  const done = async (words: string) => {
    await cache.invalidateQueries({ queryKey: staffKey });
    toast.success(words);
  };
  if (community.status === "paused") {
    return (
      <ReasonDialog
        required
        title={t`Lift the pause of ${{ name: community.name }}`}
        description={t`It will accept new members again.`}
        confirm={t`Lift the pause`}
        onConfirm={async (reason) => {
          await unpauseCommunity(community.id, reason);
          await done(t`Pause lifted`);
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <PauseDialog
      title={t`Pause ${{ name: community.name }}`}
      description={t`It accepts no new members while it is paused. Its members can read the reason.`}
      pause={(until, reason) => pauseCommunity(community.id, until, reason)}
      onDone={() => done(t`Community paused`)}
      onClose={onClose}
    />
  );
}
