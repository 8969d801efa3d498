import { t } from "@lingui/core/macro";
import { keepPreviousData, useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { UserMinus } from "lucide-react";
import { useState } from "react";
import type {
  AffiliationMember,
  AffiliationRole,
} from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import type { Affiliation } from "@guildhall/web-kit/api/types.ts";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Paged } from "@guildhall/web-kit/ui/paged.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { mayDo, ROLE_LABELS } from "@guildhall/web-kit/features/affiliations/permissions.ts";
import {
  ManageSkeleton,
  PersonRow,
  personSubtitle,
} from "@guildhall/web-kit/features/communities/manage/parts.tsx";
import { ReasonDialog } from "../../../staff/reason-dialog.tsx";
import { SearchField } from "../../../../ui/search-field.tsx";
import { useManage } from "../manage-context.ts";
import { managedMembersQuery, removeMember } from "../queries.ts";
import { refreshPeople } from "./refresh.ts";

/** All members; some of them can be removed with a reason. */
export function MembersSection() {
  const { affiliation } = useManage();
  const [called, setCalled] = useState("");
  const [removing, setRemoving] = useState<AffiliationMember | null>(null);
  const members = useInfiniteQuery({
    ...managedMembersQuery(affiliation.id, called),
    placeholderData: keepPreviousData,
  });
  return (
    <section aria-labelledby="members">
      <h2 id="members" className="text-16 font-semibold">{t`Members`}</h2>
      <div className="mt-2">
        <SearchField
          label={t`Find a member`}
          placeholder={t`Name`}
          value={called}
          onSearch={setCalled}
        />
      </div>
      <Paged
        query={members}
        waiting={<ManageSkeleton />}
        failure={(error) => errorMessage(error, t`Failed to load members. Please try again.`)}
        empty={
          members.isPlaceholderData ? (
            <ManageSkeleton />
          ) : (
            <p className="mt-4 text-14 text-ink-2">
              {called === "" ? t`No members yet` : t`No member has this name`}
            </p>
          )
        }
      >
        {(found) => (
          <ul aria-label={t`Members`} className="mt-1 divide-y divide-line-soft">
            {found.map((member) => (
              <li key={member.userId}>
                <MemberRow member={member} onRemove={() => setRemoving(member)} />
              </li>
            ))}
          </ul>
        )}
      </Paged>
      {removing !== null && <RemoveDialog member={removing} onClose={() => setRemoving(null)} />}
    </section>
  );
}

function MemberRow({ member, onRemove }: { member: AffiliationMember; onRemove: () => void }) {
  const { affiliation, me } = useManage();
  const { userId, displayName, email, role = null } = member;
  const isSelf = userId === me.id;
  return (
    <PersonRow
      person={member}
      own={isSelf}
      meta={
        <span className="wrap-anywhere">
          {[personSubtitle(member), email].filter(Boolean).join(" · ")}
        </span>
      }
      actions={
        <>
          {role !== null && (
            <Badge tone={role === "owner" ? "brand" : "line"}>{ROLE_LABELS[role]}</Badge>
          )}
          {!isSelf && mayRemove(affiliation, role) && (
            <Button
              size="sm"
              icon={<UserMinus size={14} aria-hidden />}
              aria-label={t`Remove ${displayName}`}
              onClick={onRemove}
            >{t`Remove`}</Button>
          )}
        </>
      }
    />
  );
}

/** Only the owner and staff remove role holders; the owner stays. */
function mayRemove(affiliation: Affiliation, role: AffiliationRole | null): boolean {
  if (!mayDo(affiliation, "remove-members") || role === "owner") return false;
  return role === null || mayDo(affiliation, "appoint");
}

function RemoveDialog({ member, onClose }: { member: AffiliationMember; onClose: () => void }) {
  const { displayName } = member;
  const { affiliation } = useManage();
  const cache = useQueryClient();
  return (
    <ReasonDialog
      required
      danger
      title={t`Remove ${displayName} from ${{ affiliation: affiliation.name }}?`}
      description={t`${displayName} is notified, reads the reason, and leaves the communities of this membership.`}
      confirm={t`Remove`}
      onConfirm={async (reason) => {
        try {
          await removeMember(affiliation.id, member.userId, reason);
          toast.success(t`${displayName} is no longer a member`);
        } finally {
          // Not awaited: it would wait while offline.
          void refreshPeople(cache, affiliation.id);
        }
      }}
      onClose={onClose}
    />
  );
}
