import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { SupportActivity } from "@guildhall/web-kit/api/support-staff-types.ts";
import { useSearchParamFields } from "@guildhall/web-kit/shell/use-search-param.ts";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { PersonName } from "@guildhall/web-kit/ui/person-name.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { type Column, Pages, StaffTable, TableHead, Td } from "../staff/parts.tsx";
import { ACTION_LABELS, actionText, formatDuration } from "./activity-labels.ts";
import { CompactSelect } from "./compact-select.tsx";
import { activityQuery, teamQuery } from "./queries.ts";

const COLUMNS: readonly Column[] = [
  t`Staff`,
  t`Action`,
  t`Item`,
  { name: t`Duration`, className: "max-md:hidden" },
  { name: t`When`, className: "max-md:hidden" },
];

/** The support activity log (F-123), filtered by person and action. */
export function ActivityTab() {
  const [{ staffId, action }, change] = useSearchParamFields({ tab: "", staffId: "", action: "" });
  const { data: team } = useQuery(teamQuery);
  const log = useInfiniteQuery(activityQuery({ staffId: staffId || null, action: action || null }));
  return (
    <>
      <div className="flex flex-wrap gap-3 px-4 pt-4 max-md:grid max-md:grid-cols-2 md:px-6">
        <CompactSelect
          label={t`Staff`}
          value={staffId}
          options={[
            ["", t`Everyone`],
            ...(team?.items ?? []).map(({ userId, displayName }) => [userId, displayName] as const),
          ]}
          onChange={({ target }) => change({ staffId: target.value })}
        />
        <CompactSelect
          label={t`Action`}
          value={action}
          options={[["", t`All actions`], ...Object.entries(ACTION_LABELS)]}
          onChange={({ target }) => change({ action: target.value })}
        />
      </div>
      <Pages
        query={log}
        empty={<EmptyState className="py-12" picture="square" title={t`No activity yet`} />}
      >
        {(entries) => (
          <StaffTable label={t`Support activity`}>
            <TableHead columns={COLUMNS} />
            <tbody>
              {entries.map((entry) => (
                <Row key={entry.id} entry={entry} />
              ))}
            </tbody>
          </StaffTable>
        )}
      </Pages>
    </>
  );
}

function Row({ entry }: { entry: SupportActivity }) {
  return (
    <tr className="hover:bg-hover">
      <Td className="font-medium">
        <PersonName name={entry.staffName} />
      </Td>
      <Td className="wrap-anywhere">
        <span className="inline-block first-letter:uppercase">{actionText(entry)}</span>
      </Td>
      <Td>
        <Item entry={entry} />
      </Td>
      <Td className="max-md:hidden">
        {entry.duration === null ? "–" : formatDuration(entry.duration)}
      </Td>
      <Td className="whitespace-nowrap max-md:hidden">
        <time dateTime={entry.timestamp}>{formatMoment(entry.timestamp)}</time>
      </Td>
    </tr>
  );
}

function Item({ entry }: { entry: SupportActivity }) {
  if (entry.ticketId !== null) {
    return (
      <Link to={`/live-support/tickets/${entry.ticketId}`} className="link font-mono text-[0.92em]">
        #{entry.ticketId.slice(-6).toUpperCase()}
      </Link>
    );
  }
  if (entry.conversationId === null) return <>–</>;
  return <Link to={`/live-support/chats/${entry.conversationId}`} className="link">{t`Chat`}</Link>;
}
