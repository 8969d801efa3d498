import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import type { JobState, StaffJob } from "@guildhall/web-kit/api/staff-role-types.ts";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import { useSingleFlightPerItem } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { Badge, type BadgeTone } from "@guildhall/web-kit/ui/badge.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { StaffTable, TableHead, Td, TwoLineCell } from "../parts.tsx";
import { staffKey } from "../queries.ts";
import { targetClass, type TargetRowProps } from "../use-target-row.ts";
import { jobKindLabel } from "./job-kinds.ts";
import { retryJob } from "./queries.ts";

const STATES: Readonly<Record<JobState, { label: string; tone: BadgeTone }>> = {
  waiting: { label: t`Queued`, tone: "info" },
  retrying: { label: t`Waiting for the next attempt`, tone: "warning" },
  running: { label: t`Running`, tone: "success" },
  failed: { label: t`Failed`, tone: "danger" },
};

interface JobsTableProps {
  jobs: readonly StaffJob[];
  /** The props of a row that the address may name. */
  targetRow: (id: string) => TargetRowProps;
}

/** Jobs with their attempts and the reason of the last failure. */
export function JobsTable({ jobs, targetRow }: JobsTableProps) {
  const retry = useRetry();
  return (
    <StaffTable label={t`Jobs`}>
      <TableHead
        columns={[
          t`Job`,
          t`Reason`,
          { name: t`Attempts`, className: "!text-end max-md:hidden" },
          { name: t`Due`, className: "max-md:hidden" },
          t`State`,
          { name: t`Actions`, unseen: true },
        ]}
      />
      <tbody>
        {jobs.map((job) => (
          <JobRow
            key={job.id}
            job={job}
            target={targetRow(job.id)}
            busy={retry.isPending && retry.variables === job.id}
            onRetry={() => retry.mutate(job.id)}
          />
        ))}
      </tbody>
    </StaffTable>
  );
}

interface JobRowProps {
  job: StaffJob;
  target: TargetRowProps;
  busy: boolean;
  onRetry: () => void;
}

function JobRow({ job, target, busy, onRetry }: JobRowProps) {
  const { label, tone } = STATES[job.state];
  return (
    <tr {...target} className={`align-top hover:bg-hover ${targetClass}`}>
      <Td>
        <TwoLineCell
          first={jobKindLabel(job.kind)}
          second={
            <Trans>
              created <RelativeTime time={job.createdAt} />
            </Trans>
          }
        />
      </Td>
      <Td className="max-w-96">
        <span className="line-clamp-4 [overflow-wrap:anywhere]">{job.lastError ?? "–"}</span>
      </Td>
      <Td className="text-end max-md:hidden">{t`${{ count: job.attempts }} of ${{ total: job.maxAttempts }}`}</Td>
      <Td className="whitespace-nowrap max-md:hidden">
        <time dateTime={job.runAt}>{formatMoment(job.runAt)}</time>
      </Td>
      <Td>
        <Badge tone={tone} className="!h-auto min-h-5 whitespace-normal py-1">
          {label}
        </Badge>
      </Td>
      <Td className="text-end">
        {job.state === "failed" && (
          <Button
            size="sm"
            busy={busy}
            onClick={onRetry}
            aria-label={t`Retry ${{ job: jobKindLabel(job.kind) }}`}
          >{t`Retry`}</Button>
        )}
      </Td>
    </tr>
  );
}

function useRetry() {
  const cache = useQueryClient();
  return useSingleFlightPerItem({
    mutationFn: retryJob,
    onSuccess: () => toast.success(t`The job is queued again`),
    onError: (error) => toast.error(errorMessage(error, t`Failed to retry the job`)),
    // Also after a refusal: the job may have been retried by someone else.
    onSettled: () => cache.invalidateQueries({ queryKey: staffKey }),
  });
}
