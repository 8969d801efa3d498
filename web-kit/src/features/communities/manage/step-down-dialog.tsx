import { t } from "@lingui/core/macro";
import { useNavigate } from "react-router";
import { ConfirmDialog } from "../../../forms/confirm-dialog.tsx";
import { toast } from "../../../ui/toast-store.ts";
import { useManage } from "./manage-context.ts";
import { demoteAdmin } from "./queries.ts";
import { useReloadMembers } from "./use-reload-members.ts";

/** Makes the viewer an ordinary member, who may not open the admin area any more. */
export function StepDownDialog({ onClose }: { onClose: () => void }) {
  const { community, me } = useManage();
  const reload = useReloadMembers(community.id);
  const navigate = useNavigate();
  return (
    <ConfirmDialog
      danger
      title={t`Step down as an admin?`}
      text={
        community.viewer.isFounder
          ? t`You stay a member. The admin who joined first becomes the founder.`
          : t`You stay a member. Only another admin or staff can make you an admin again.`
      }
      confirm={t`Step down`}
      failed={t`Failed to demote user`}
      run={async () => {
        await demoteAdmin(community.id, me.id);
        toast.success(t`You are no longer an admin`);
        await navigate(`/communities/${community.id}`);
        await reload();
      }}
      onClose={onClose}
    />
  );
}
