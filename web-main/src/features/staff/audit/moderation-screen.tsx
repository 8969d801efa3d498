import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParamFields } from "@guildhall/web-kit/shell/use-search-param.ts";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { Segments } from "@guildhall/web-kit/ui/segments.tsx";
import { Pages } from "../parts.tsx";
import { auditQuery, type Filter } from "../queries.ts";
import { StaffPage } from "../staff-page.tsx";
import { AuditTable } from "./audit-table.tsx";
import { PersonPicker } from "./pickers.tsx";

/** The parts of the audit log that are about moderation (C-144). */
const KINDS: readonly { value: string; label: string; filter: Filter }[] = [
  { value: "accounts", label: t`Accounts`, filter: { subjectKind: "account" } },
  { value: "communities", label: t`Communities`, filter: { subjectKind: "community" } },
  { value: "reports", label: t`Reports`, filter: { action: "report" } },
  { value: "messages", label: t`Reported messages`, filter: { action: "message-report" } },
];

/** Moderation actions on accounts, communities and reports, newest first. */
export function ModerationScreen() {
  const [chosen, change] = useSearchParamFields({ kind: "", personId: "" });
  const kind = KINDS.find(({ value }) => value === chosen.kind) ?? KINDS[0];
  const filter = {
    ...kind?.filter,
    personId: chosen.personId === "" ? undefined : chosen.personId,
  };
  const log = useInfiniteQuery(auditQuery(filter));
  return (
    <StaffPage title={t`Moderation history`}>
      <search
        aria-label={t`Filter the moderation history`}
        className="flex flex-wrap items-center gap-2 px-4 pt-4 md:px-6"
      >
        <Segments
          label={t`Kind`}
          segments={KINDS}
          value={kind?.value ?? "accounts"}
          onChange={(value) => change({ kind: value === "accounts" ? "" : value })}
        />
        <PersonPicker value={chosen.personId} onChoose={(personId) => change({ personId })} />
      </search>
      <Pages
        query={log}
        empty={
          <EmptyState className="py-12" picture="square" title={t`No moderation actions yet`} />
        }
      >
        {(entries) => <AuditTable entries={entries} subject />}
      </Pages>
    </StaffPage>
  );
}
