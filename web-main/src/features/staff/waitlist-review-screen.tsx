import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { WaitlistEntry } from "@guildhall/web-kit/api/staff-types.ts";
import { useSearchParamFields } from "@guildhall/web-kit/shell/use-search-param.ts";
import { Badge, type BadgeTone } from "@guildhall/web-kit/ui/badge.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { type Column, Pages, StaffTable, TableHead, Td, TwoLineCell } from "./parts.tsx";
import { Segments } from "@guildhall/web-kit/ui/segments.tsx";
import { overviewQuery, staffKey, waitlistQuery } from "./queries.ts";
import { StaffPage } from "./staff-page.tsx";
import { targetClass, useTargetRow } from "./use-target-row.ts";
import { WaitlistEntryDialog } from "./waitlist-entry-dialog.tsx";
import { answerLabel } from "./waitlist-answers.ts";

const columns: readonly Column[] = [
  t`Name`,
  { name: t`Organizations`, className: "max-md:hidden" },
  { name: t`Heard from`, className: "max-md:hidden" },
  t({ message: "Asked", context: "time of a request" }),
  t`Status`,
];

const statuses = ["pending", "invited", "declined"] as const;
type StatusFilter = (typeof statuses)[number] | "all";

const labels: Record<string, string> = {
  pending: t`Pending`,
  invited: t`Invited`,
  declined: t`Declined`,
};
const tones: Record<string, BadgeTone> = { pending: "warning", invited: "success" };

function parseStatusFilter(text: string): StatusFilter {
  return text === "all" ? "all" : (statuses.find((status) => status === text) ?? "pending");
}

/** Waitlist entries: read the answers, invite or decline. */
export function WaitlistReviewScreen() {
  const [{ status }, change] = useSearchParamFields({ status: "" });
  const shown = parseStatusFilter(status);
  const [opened, setOpened] = useState<WaitlistEntry | null>(null);
  const cache = useQueryClient();
  const counts = useQuery(overviewQuery).data;
  const list = useInfiniteQuery(waitlistQuery({ status: shown === "all" ? undefined : shown }));
  const ids = list.data?.pages.flatMap(({ items }) => items.map(({ id }) => id)) ?? [];
  const targetRow = useTargetRow("entry", ids, list);
  return (
    <StaffPage
      title={t`Waitlist`}
      subtitle={counts === undefined ? undefined : t`${{ count: counts.waitlistPending }} pending`}
    >
      <div className="px-4 pt-4 md:px-6">
        <Segments
          label={t`Filter entries`}
          value={shown}
          onChange={(chosen) => change({ status: chosen })}
          segments={[
            { value: "pending", label: t`Pending`, count: counts?.waitlistPending },
            { value: "invited", label: t`Invited`, count: counts?.waitlistInvited },
            { value: "declined", label: t`Declined`, count: counts?.waitlistDeclined },
            { value: "all", label: t`All` },
          ]}
        />
      </div>
      <Pages
        query={list}
        empty={<EmptyState className="py-12" picture="stair" title={t`No entries`} />}
      >
        {(entries) => (
          <StaffTable label={t`Waitlist`}>
            <TableHead columns={columns} />
            <tbody>
              {entries.map((entry) => (
                <tr
                  key={entry.id}
                  {...targetRow(entry.id)}
                  className={`hover:bg-hover ${targetClass}`}
                >
                  <Td>
                    <TwoLineCell
                      first={
                        <button
                          type="button"
                          onClick={() => setOpened(entry)}
                          className="text-start hover:underline"
                        >
                          {entry.fullName}
                        </button>
                      }
                      second={entry.email}
                    />
                  </Td>
                  <Td className="max-w-80 max-md:hidden">
                    <span className="line-clamp-2 [overflow-wrap:anywhere]">
                      {entry.organizations}
                    </span>
                  </Td>
                  <Td className="max-md:hidden">
                    <span className="block first-letter:uppercase">
                      {answerLabel(entry.howDidYouHear)}
                    </span>
                  </Td>
                  <Td className="whitespace-nowrap">
                    <RelativeTime time={entry.submittedAt} />
                  </Td>
                  <Td>
                    <Badge tone={tones[entry.status] ?? "neutral"} className="capitalize">
                      {labels[entry.status] ?? entry.status}
                    </Badge>
                  </Td>
                </tr>
              ))}
            </tbody>
          </StaffTable>
        )}
      </Pages>
      {opened !== null && (
        <WaitlistEntryDialog
          entry={opened}
          onClose={() => setOpened(null)}
          onDone={() => cache.invalidateQueries({ queryKey: staffKey })}
        />
      )}
    </StaffPage>
  );
}
