import { formatNumber } from "@guildhall/web-kit/language/format.ts";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import type { WorkerHealth as Worker, Workers } from "@guildhall/web-kit/api/staff-role-types.ts";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { LoadError, StaffTable, TableHead, TableSkeleton, Td, TwoLineCell } from "../parts.tsx";
import { workersQuery } from "./queries.ts";

/** The queue's numbers and the state of each worker. */
export function WorkerHealth() {
  const { data, error, refetch } = useQuery(workersQuery);
  if (data === undefined) {
    if (error === null) return <TableSkeleton />;
    return <LoadError error={error} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <QueueFigures queue={data.queue} />
      {data.workers.every(({ isAlive }) => !isAlive) && (
        <Note
          tone="danger"
          className="mx-4 mt-4 md:mx-6"
          role="alert"
        >{t`No worker is running. Emails, notifications and other background jobs wait until one starts.`}</Note>
      )}
      {data.workers.length > 0 && (
        <StaffTable label={t`Workers`}>
          <TableHead
            columns={[
              t`Worker`,
              { name: t`Started`, className: "max-md:hidden" },
              t`Last seen`,
              { name: t`Completed jobs`, className: "!text-end max-md:hidden" },
              t`State`,
            ]}
          />
          <tbody>
            {data.workers.map((worker) => (
              <WorkerRow key={worker.id} worker={worker} />
            ))}
          </tbody>
        </StaffTable>
      )}
    </>
  );
}

function QueueFigures({ queue }: { queue: Workers["queue"] }) {
  const figures = [
    { label: t`Due now`, value: queue.due },
    { label: t`Scheduled`, value: queue.scheduled },
    { label: t`Running`, value: queue.running },
    { label: t`Failed`, value: queue.failed },
  ];
  return (
    <>
      <dl
        aria-label={t`Queue`}
        className="mx-4 mt-4 grid grid-cols-2 overflow-hidden rounded-lg edge-line md:mx-6 md:grid-cols-4"
      >
        {figures.map(({ label, value }) => (
          <div key={label} className="px-4 py-3 shadow-[1px_1px_0_var(--line)]">
            <dt className="text-13 text-ink-2">{label}</dt>
            <dd className="mt-0.5 text-20 font-semibold tabular-nums">{formatNumber(value)}</dd>
          </div>
        ))}
      </dl>
      {queue.oldestDueAt !== null && (
        <p className="px-4 pt-2 text-12 text-ink-2 md:px-6">
          <Trans>
            The oldest due job was due <RelativeTime time={queue.oldestDueAt} />.
          </Trans>
        </p>
      )}
    </>
  );
}

function WorkerRow({ worker }: { worker: Worker }) {
  return (
    <tr>
      <Td>
        <TwoLineCell first={<code>{worker.host}</code>} second={<code>{worker.id}</code>} />
      </Td>
      <Td className="max-md:hidden">
        <RelativeTime time={worker.startedAt} />
      </Td>
      <Td>
        <RelativeTime time={worker.lastSeenAt} />
      </Td>
      <Td className="text-end max-md:hidden">{formatNumber(worker.completedJobs)}</Td>
      <Td>
        <Badge tone={worker.isAlive ? "success" : "danger"}>
          {worker.isAlive ? t`Running` : t`Not responding`}
        </Badge>
      </Td>
    </tr>
  );
}
