import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { lazy, Suspense, useState } from "react";
import type { Community, JoinRequest } from "../../../api/types.ts";
import { Button } from "../../../ui/button.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { useNow } from "../../posts/use-now.ts";
import { latestRequestsQuery } from "./queries.ts";
import { recentlyRejected } from "./rules.ts";

const RequestDialog = lazy(async () => ({
  default: (await import("./request-dialog.tsx")).RequestDialog,
}));

export interface RejectedRequestsProps {
  /** The viewer's communities, to omit requests for those they have since joined. */
  mine: readonly Community[];
  /** Communities listed for the viewer, where a new request may be possible. */
  listed: readonly Community[];
}

/**
 * The viewer's recently rejected requests with the admin's message; renders nothing if there are
 * none.
 */
export function RejectedRequests({ mine, listed }: RejectedRequestsProps) {
  const { data } = useQuery(latestRequestsQuery);
  const now = useNow();
  const rejected = recentlyRejected(data?.items ?? [], now).filter(({ communityId }) =>
    mine.every(({ id }) => id !== communityId),
  );
  if (rejected.length === 0) return null;
  return (
    <section aria-label={t`Rejected join requests`} className="mt-6 text-start">
      <h3 className="mb-2 text-12 font-strong text-ink-3">{t`Rejected join requests`}</h3>
      <ul className="divide-y divide-line-soft border-y border-line-soft">
        {rejected.map((request) => (
          <Row
            key={request.id}
            request={request}
            community={listed.find(({ id }) => id === request.communityId)}
          />
        ))}
      </ul>
    </section>
  );
}

function Row(props: { request: JoinRequest; community: Community | undefined }) {
  const { request, community } = props;
  const [asking, setAsking] = useState(false);
  const note = request.adminMessage ?? "";
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate text-14 font-semibold" dir="auto" title={request.communityName}>
          {request.communityName}
        </p>
        <p className="text-13 text-ink-3">
          <Trans>
            Rejected <RelativeTime time={request.updatedAt} />
          </Trans>
        </p>
        {note !== "" && (
          <p dir="auto" className="mt-1 text-13 wrap-anywhere whitespace-pre-line text-ink-2">
            {note}
          </p>
        )}
      </div>
      {community?.viewer.canRequest === true && (
        <Button
          aria-label={t`Request again to join ${{ community: request.communityName }}`}
          onClick={() => setAsking(true)}
        >{t`Request again`}</Button>
      )}
      <Suspense>
        {asking && community !== undefined && (
          <RequestDialog community={community} onClose={() => setAsking(false)} />
        )}
      </Suspense>
    </li>
  );
}
