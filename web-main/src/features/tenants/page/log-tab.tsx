import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { auditActionLabel } from "@guildhall/web-kit/content/audit-labels.ts";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { type Column, Pages, StaffTable, TableHead, Td, TwoLineCell } from "../../staff/parts.tsx";
import { logQuery } from "../queries.ts";
import type { LogEntry } from "../types.ts";
import { changeLines } from "./log-labels.ts";
import { useTenant } from "./tenant-context.ts";

const columns: readonly Column[] = [
  t`What`,
  t({ message: "Change", context: "column" }),
  { name: t`Why`, className: "max-md:hidden" },
  { name: t`When`, className: "max-md:hidden" },
];

/** The audit entries of this portal, newest first. */
export function LogTab() {
  const { tenant } = useTenant();
  const log = useInfiniteQuery(logQuery(tenant.id));
  return (
    <Pages
      query={log}
      empty={<EmptyState className="py-12" picture="square" title={t`No activity yet`} />}
    >
      {(entries) => (
        <StaffTable label={t({ message: "Log", context: "audit log" })}>
          <TableHead columns={columns} />
          <tbody>
            {entries.map((entry) => (
              <Row key={entry.id} entry={entry} />
            ))}
          </tbody>
        </StaffTable>
      )}
    </Pages>
  );
}

function Row({ entry }: { entry: LogEntry }) {
  const changes = changeLines(entry);
  return (
    <tr className="align-top hover:bg-hover">
      <Td>
        <TwoLineCell first={auditActionLabel(entry.action)} second={entry.actorName ?? t`System`} />
        <time dateTime={entry.createdAt} className="block text-12 text-ink-3 md:hidden">
          {formatMoment(entry.createdAt)}
        </time>
      </Td>
      <Td className="max-w-96">
        {changes.length === 0 ? (
          "–"
        ) : (
          <ul className="text-12 text-ink-2">
            {changes.map((change) => (
              <li key={change} className="[overflow-wrap:anywhere]">
                {change}
              </li>
            ))}
          </ul>
        )}
      </Td>
      <Td className="max-w-64 max-md:hidden [overflow-wrap:anywhere]">{entry.reason ?? "–"}</Td>
      <Td className="whitespace-nowrap max-md:hidden">
        <time dateTime={entry.createdAt}>{formatMoment(entry.createdAt)}</time>
      </Td>
    </tr>
  );
}
