import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { keys } from "../../../api/keys.ts";
import type { CommunityMember } from "../../../api/types.ts";
import { toast } from "../../../ui/toast-store.ts";
import { removeMember } from "../queries.ts";
import { ConfirmDialog } from "../../../forms/confirm-dialog.tsx";
import { useManage } from "./manage-context.ts";
import { promoteMember } from "./queries.ts";
import { TimeoutDialog } from "./timeout-dialog.tsx";

export type MemberAction = "promote" | "time-out" | "remove";

/** The confirmation dialog of a member action. */
export function MemberDialogs(props: {
  action: MemberAction;
  member: CommunityMember;
  onClose: () => void;
}) {
  const { action, member, onClose } = props;
  const { community } = useManage();
  const cache = useQueryClient();
  const name = member.displayName;
  const settle = async (said: string) => {
    toast.success(said);
    await Promise.all([
      cache.invalidateQueries({ queryKey: keys.members(community.id) }),
      cache.invalidateQueries({ queryKey: keys.community(community.id) }),
    ]);
  };
  if (action === "time-out") return <TimeoutDialog person={member} onClose={onClose} />;
  if (action === "promote") {
    return (
      <ConfirmDialog
        title={t`Make ${name} an admin?`}
        text={t`Admins manage members, requests and settings, and can delete the community. Only they can undo this, by leaving the community.`}
        confirm={t`Make an admin`}
        failed={t`Failed to promote user`}
        run={async () => {
          await promoteMember(community.id, member.userId);
          await settle(t`${name} is now an admin`);
        }}
        onClose={onClose}
      />
    );
  }
  return (
    <ConfirmDialog
      danger
      title={t`Remove ${name}?`}
      text={t`They can no longer read this community, and are notified.`}
      confirm={t`Remove`}
      failed={t`An error occurred. Please try again.`}
      run={async () => {
        await removeMember(community.id, member.userId);
        await settle(t`${name} is no longer a member`);
      }}
      onClose={onClose}
    />
  );
}
