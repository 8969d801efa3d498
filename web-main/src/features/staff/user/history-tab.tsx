import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { AuditTable } from "../audit/audit-table.tsx";
import { Pages } from "../parts.tsx";
import { historyQuery } from "./queries.ts";
import type { UserTabProps } from "./user-tabs.ts";

/** The staff actions on the account, newest first. */
export function HistoryTab({ user }: UserTabProps) {
  return (
    <Pages
      query={useInfiniteQuery(historyQuery(user.id))}
      empty={<EmptyState className="py-12" picture={null} title={t`No activity yet`} />}
    >
      {(entries) => <AuditTable entries={entries} subject={false} />}
    </Pages>
  );
}
