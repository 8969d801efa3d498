import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import type { StaffCommunity } from "@guildhall/web-kit/api/staff-types.ts";
import type { CommunityMember } from "@guildhall/web-kit/api/types.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { MemberList, MemberSearch } from "@guildhall/web-kit/features/communities/member-list.tsx";
import { ProofDialog } from "@guildhall/web-kit/features/second-factor/proof-dialog.tsx";
import { useProof } from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { RoleRow, roleLabels } from "./role-row.tsx";
import { TableSkeleton } from "./parts.tsx";
import { changeRole, type RoleAction, staffKey } from "./queries.ts";
import { ReasonDialog } from "./reason-dialog.tsx";

interface RoleChangeRequest {
  action: RoleAction;
  member: CommunityMember;
}

/** A community's admins and trustees, and members who can be promoted (C-146). */
export function CommunityRoles({ community }: { community: StaffCommunity }) {
  const [called, setCalled] = useState("");
  const [requested, setRequested] = useState<RoleChangeRequest | null>(null);
  return (
    <section aria-label={t`Members and roles`}>
      <h2 className="px-4 text-15 font-semibold md:px-6">{t`Members and roles`}</h2>
      <div className="px-4 pt-2 md:px-6">
        <div className="max-w-96">
          <MemberSearch value={called} onChange={setCalled} />
        </div>
        <MemberList {...{ community, called }} waiting={<TableSkeleton />} failure={failureOf}>
          {(member) => (
            <RoleRow member={member} onAction={(action) => setRequested({ action, member })} />
          )}
        </MemberList>
      </div>
      {requested !== null && (
        <RoleDialog community={community} {...requested} onClose={() => setRequested(null)} />
      )}
    </section>
  );
}

const failureOf = (error: Error) =>
  errorMessage(error, t`Failed to load members. Please try again.`);

function RoleDialog(props: RoleChangeRequest & { community: StaffCommunity; onClose: () => void }) {
  const { community, action, member, onClose } = props;
  const { label, text, done, danger } = roleLabels[action];
  const cache = useQueryClient();
  const proof = useProof();
  return (
    <>
      <ReasonDialog
        required
        title={`${label}: ${member.displayName}`}
        description={text}
        confirm={label}
        danger={danger}
        onConfirm={async (reason) => {
          await proof.withProof(() => changeRole(community.id, member.userId, action, reason));
          toast.success(done);
          await Promise.all([
            cache.invalidateQueries({ queryKey: staffKey }),
            cache.invalidateQueries({ queryKey: keys.members(community.id) }),
          ]);
        }}
        onClose={onClose}
      />
      <ProofDialog requested={proof.requested} />
    </>
  );
}
