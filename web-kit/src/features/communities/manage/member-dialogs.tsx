import { t } from "@lingui/core/macro";
import type { CommunityMember } from "../../../api/types.ts";
import { ConfirmDialog, type ConfirmDialogProps } from "../../../forms/confirm-dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { removeMember } from "../queries.ts";
import { HandoverDialog } from "./handover-dialog.tsx";
import { useManage } from "./manage-context.ts";
import { demoteAdmin, promoteMember } from "./queries.ts";
import { StepDownDialog } from "./step-down-dialog.tsx";
import { TimeoutDialog } from "./timeout-dialog.tsx";
import { useReloadMembers } from "./use-reload-members.ts";

export type MemberAction = "promote" | "demote" | "step-down" | "hand-over" | "time-out" | "remove";

export interface MemberDialogsProps {
  action: MemberAction;
  member: CommunityMember;
  onClose: () => void;
}

/** The confirmation dialog of a member action. */
export function MemberDialogs({ action, member, onClose }: MemberDialogsProps) {
  switch (action) {
    case "time-out":
      return <TimeoutDialog person={member} onClose={onClose} />;
    case "hand-over":
      return <HandoverDialog {...{ member, onClose }} />;
    case "step-down":
      return <StepDownDialog onClose={onClose} />;
    default:
      return <RoleDialog {...{ action, member, onClose }} />;
  }
}

type RoleAction = "promote" | "demote" | "remove";

interface RoleChange extends Pick<ConfirmDialogProps, "title" | "text" | "confirm" | "failed"> {
  run: (communityId: string, userId: string) => Promise<unknown>;
  /** Success message. */
  done: string;
}

function roleChange(action: RoleAction, name: string): RoleChange {
  switch (action) {
    case "promote":
      return {
        title: t`Make ${name} an admin?`,
        text: t`Admins manage members, requests and settings, and can delete the community. Only they, the founder or staff can undo this.`,
        confirm: t`Make an admin`,
        failed: t`Failed to promote user`,
        run: promoteMember,
        done: t`${name} is now an admin`,
      };
    case "demote":
      return {
        title: t`Remove ${name} as an admin?`,
        text: t`They stay a member, and are notified.`,
        confirm: t`Remove as admin`,
        failed: t`Failed to demote user`,
        run: demoteAdmin,
        done: t`${name} is no longer an admin`,
      };
    case "remove":
      return {
        title: t`Remove ${name}?`,
        text: t`They can no longer read this community, and are notified.`,
        confirm: t`Remove`,
        failed: t`An error occurred. Please try again.`,
        run: removeMember,
        done: t`${name} is no longer a member`,
      };
  }
}

function RoleDialog(props: { action: RoleAction; member: CommunityMember; onClose: () => void }) {
  const { action, member, onClose } = props;
  const { community } = useManage();
  const reload = useReloadMembers(community.id);
  const { run, done, ...texts } = roleChange(action, member.displayName);
  return (
    <ConfirmDialog
      {...texts}
      danger={action !== "promote"}
      run={async () => {
        await run(community.id, member.userId);
        toast.success(done);
        await reload();
      }}
      onClose={onClose}
    />
  );
}
