import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useSearchParamFields } from "@guildhall/web-kit/shell/use-search-param.ts";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { Segments } from "@guildhall/web-kit/ui/segments.tsx";
import { CompactSelect } from "../../support-desk/compact-select.tsx";
import { Pages } from "../parts.tsx";
import { withoutEmpty } from "../queries.ts";
import { StaffPage } from "../staff-page.tsx";
import { useTargetRow } from "../use-target-row.ts";
import { JobsTable } from "./jobs-table.tsx";
import { jobsQuery, POLL_MS, workersQuery } from "./queries.ts";
import { jobKindLabel } from "./job-kinds.ts";
import { WorkerHealth } from "./worker-health.tsx";

const STATES = [
  { value: "failed", label: t`Failed`, none: t`No failed jobs` },
  { value: "queued", label: t`Queued`, none: t`No queued jobs` },
  { value: "running", label: t`Running`, none: t`No running jobs` },
] as const;

/** Background jobs by state, with a retry for failed ones, and the health of the workers. */
export function JobsScreen() {
  const [chosen, change] = useSearchParamFields({ state: "", kind: "" });
  const shown = STATES.find(({ value }) => value === chosen.state) ?? STATES[0];
  const queue = useQuery(workersQuery).data;
  const list = useInfiniteQuery({
    ...jobsQuery(withoutEmpty({ ...chosen, state: shown.value })),
    refetchInterval: POLL_MS,
  });
  const ids = list.data?.pages.flatMap(({ items }) => items.map(({ id }) => id)) ?? [];
  const targetRow = useTargetRow("job", ids, list);
  const counts = {
    failed: queue?.queue.failed,
    queued: queue === undefined ? undefined : queue.queue.due + queue.queue.scheduled,
    running: queue?.queue.running,
  };
  return (
    <StaffPage title={t`Jobs`}>
      <section aria-label={t`Worker health`}>
        <WorkerHealth />
      </section>
      <section aria-label={t`Jobs by state`}>
        <div className="flex flex-wrap items-center gap-2 px-4 pt-6 md:px-6">
          <Segments
            label={t`State of the jobs`}
            segments={STATES.map((state) => ({ ...state, count: counts[state.value] }))}
            value={shown.value}
            onChange={(state) => change({ state: state === "failed" ? "" : state })}
          />
          <CompactSelect
            label={t`Kind of job`}
            value={chosen.kind}
            onChange={({ target }) => change({ kind: target.value })}
            options={[
              ["", t`All kinds`],
              ...(queue?.kinds ?? []).map((kind) => [kind, jobKindLabel(kind)] as const),
            ]}
          />
        </div>
        <Pages
          query={list}
          empty={<EmptyState className="py-12" picture={null} title={shown.none} />}
        >
          {(jobs) => <JobsTable jobs={jobs} targetRow={targetRow} />}
        </Pages>
      </section>
    </StaffPage>
  );
}
