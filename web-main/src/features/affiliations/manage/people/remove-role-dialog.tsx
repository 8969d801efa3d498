import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { AffiliationAdmin } from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import { ConfirmDialog } from "@guildhall/web-kit/forms/confirm-dialog.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { ROLE_LABELS } from "@guildhall/web-kit/features/affiliations/permissions.ts";
import { useManage } from "../manage-context.ts";
import { removeRole } from "../queries.ts";
import { refreshPeople } from "./refresh.ts";

/** Ends a person's role, or the viewer's own. */
export function RemoveRoleDialog(props: { admin: AffiliationAdmin; onClose: () => void }) {
  const { admin, onClose } = props;
  const { affiliation, me } = useManage();
  const cache = useQueryClient();
  const { person, role } = admin;
  const isSelf = person.userId === me.id;
  return (
    <ConfirmDialog
      danger
      title={isSelf ? t`Give up your role?` : `Remove the role of ${person.displayName}?`}
      text={
        isSelf
          ? t`You will no longer manage ${affiliation.name}. You stay a member.`
          : t`${person.displayName} will no longer be ${ROLE_LABELS[role].toLowerCase()} of ${affiliation.name}, and stays a member.`
      }
      confirm={isSelf ? t`Give up the role` : t`Remove the role`}
      failed={t`Failed to remove the role`}
      run={async () => {
        try {
          await removeRole(affiliation.id, person.userId);
          toast.success(
            isSelf ? t`You gave up your role` : t`${person.displayName} no longer has a role`,
          );
        } finally {
          // Not awaited: it would wait while offline.
          void refreshPeople(cache, affiliation.id);
        }
      }}
      onClose={onClose}
    />
  );
}
