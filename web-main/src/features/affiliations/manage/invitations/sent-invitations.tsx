import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import type { SentInvitationRow } from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import { ConfirmDialog } from "@guildhall/web-kit/forms/confirm-dialog.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Paged } from "@guildhall/web-kit/ui/paged.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { Segments } from "@guildhall/web-kit/ui/segments.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import {
  ManageSkeleton,
  PersonRow,
} from "@guildhall/web-kit/features/communities/manage/parts.tsx";
import { useManage } from "../manage-context.ts";
import { type InvitationFilter, sentInvitationsQuery, withdrawInvitation } from "../queries.ts";

const filters = [
  { value: "open", label: t({ message: "Open", context: "state of an invitation" }) },
  { value: "accepted", label: t`Accepted` },
] as const;

const EMPTY: Record<InvitationFilter, string> = {
  open: t`No open invitations`,
  accepted: t`No accepted invitations`,
};

/** The sent invitations; open ones can be withdrawn. */
export function SentInvitations() {
  const { affiliation } = useManage();
  const [status, setStatus] = useState<InvitationFilter>("open");
  const [withdrawing, setWithdrawing] = useState<SentInvitationRow | null>(null);
  return (
    <div className="mt-4">
      <Segments
        label={t`Filter invitations`}
        segments={filters}
        value={status}
        onChange={setStatus}
      />
      <Paged
        query={useInfiniteQuery(sentInvitationsQuery(affiliation.id, status))}
        waiting={<ManageSkeleton />}
        failure={(error) => errorMessage(error, t`Failed to load invitations`)}
        empty={<p className="mt-4 text-14 text-ink-2">{EMPTY[status]}</p>}
      >
        {(rows) => (
          <ul aria-label={t`Sent invitations`} className="mt-1 divide-y divide-line-soft">
            {rows.map((row) => (
              <li key={row.id}>
                <PersonRow
                  person={row.person}
                  meta={<Meta row={row} />}
                  actions={
                    row.status === "open" && (
                      <Button
                        size="sm"
                        aria-label={t`Withdraw the invitation of ${{ name: row.person.displayName }}`}
                        onClick={() => setWithdrawing(row)}
                      >{t`Withdraw`}</Button>
                    )
                  }
                />
              </li>
            ))}
          </ul>
        )}
      </Paged>
      {withdrawing !== null && (
        <WithdrawDialog row={withdrawing} onClose={() => setWithdrawing(null)} />
      )}
    </div>
  );
}

function Meta({ row }: { row: SentInvitationRow }) {
  const { invitedBy } = row;
  return (
    <>
      <Trans>Invited by {invitedBy}</Trans>
      <span className="meta-dot">
        <RelativeTime time={row.createdAt} />
      </span>
      {row.acceptedAt !== null && (
        <span className="meta-dot">
          <Trans>
            accepted <RelativeTime time={row.acceptedAt} />
          </Trans>
        </span>
      )}
    </>
  );
}

function WithdrawDialog({ row, onClose }: { row: SentInvitationRow; onClose: () => void }) {
  const name = row.person.displayName;
  const { affiliation } = useManage();
  const cache = useQueryClient();
  return (
    <ConfirmDialog
      title={t`Withdraw the invitation of ${name}?`}
      text={t`${name} no longer sees the invitation to ${{ affiliation: affiliation.name }}.`}
      confirm={t`Withdraw`}
      failed={t`Failed to withdraw the invitation`}
      run={async () => {
        try {
          await withdrawInvitation(affiliation.id, row.id);
          toast.success(t`Invitation withdrawn`);
        } finally {
          // It may have been accepted meanwhile. Not awaited: it would wait while offline.
          void cache.invalidateQueries({
            queryKey: keys.affiliationInvitations(affiliation.id),
          });
          void cache.invalidateQueries({ queryKey: keys.affiliationOverview(affiliation.id) });
        }
      }}
      onClose={onClose}
    />
  );
}
