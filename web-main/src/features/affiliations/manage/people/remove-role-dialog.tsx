import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { AffiliationAdmin } from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import { ConfirmDialog } from "@guildhall/web-kit/forms/confirm-dialog.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { useManage } from "../manage-context.ts";
import { removeRole } from "../queries.ts";
import { refreshPeople } from "./refresh.ts";

const CONSEQUENCES: Readonly<
  Record<AffiliationAdmin["role"], (name: string, affiliation: string) => string>
> = {
  owner: (name, affiliation) =>
    t`${name} will no longer be owner of ${affiliation}, and stays a member.`,
  admin: (name, affiliation) =>
    t`${name} will no longer be admin of ${affiliation}, and stays a member.`,
  reviewer: (name, affiliation) =>
    t`${name} will no longer be reviewer of ${affiliation}, and stays a member.`,
  "brand-editor": (name, affiliation) =>
    t`${name} will no longer be brand editor of ${affiliation}, and stays a member.`,
  support: (name, affiliation) =>
    t`${name} will no longer be support of ${affiliation}, and stays a member.`,
};

/** Ends a person's role, or the viewer's own. */
export function RemoveRoleDialog(props: { admin: AffiliationAdmin; onClose: () => void }) {
  const { admin, onClose } = props;
  const { affiliation, me } = useManage();
  const cache = useQueryClient();
  const { person, role } = admin;
  const { displayName } = person;
  const isSelf = person.userId === me.id;
  return (
    <ConfirmDialog
      danger
      title={isSelf ? t`Give up your role?` : t`Remove the role of ${displayName}?`}
      text={
        isSelf
          ? t`You will no longer manage ${{ affiliation: affiliation.name }}. You stay a member.`
          : CONSEQUENCES[role](displayName, affiliation.name)
      }
      confirm={isSelf ? t`Give up the role` : t`Remove the role`}
      failed={t`Failed to remove the role`}
      run={async () => {
        try {
          await removeRole(affiliation.id, person.userId);
          toast.success(isSelf ? t`You gave up your role` : t`${displayName} no longer has a role`);
        } finally {
          // Not awaited: it would wait while offline.
          void refreshPeople(cache, affiliation.id);
        }
      }}
      onClose={onClose}
    />
  );
}
