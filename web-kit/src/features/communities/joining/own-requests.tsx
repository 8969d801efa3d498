import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { JoinRequest } from "../../../api/types.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { Paged } from "../../../ui/paged.tsx";
import { RelativeTime } from "../../../ui/relative-time.tsx";
import { ownRequestsQuery } from "./queries.ts";
import { useWithdraw } from "./use-requests.ts";

/** The viewer's pending requests; renders nothing if there are none. */
export function OwnRequests() {
  return (
    <Paged
      query={useInfiniteQuery(ownRequestsQuery)}
      waiting={null}
      failure={t`Failed to load your join requests. Please try again.`}
      empty={null}
    >
      {(requests) => (
        <section aria-label={t`Your join requests`} className="mt-6 text-start">
          <h3 className="mb-2 text-12 font-strong text-ink-3">{t`Your join requests`}</h3>
          <ul className="divide-y divide-line-soft border-y border-line-soft">
            {requests.map((request) => (
              <Row key={request.id} request={request} />
            ))}
          </ul>
        </section>
      )}
    </Paged>
  );
}

function Row({ request }: { request: JoinRequest }) {
  const withdraw = useWithdraw(request.communityId);
  return (
    <li className="flex flex-wrap items-center gap-x-3.5 gap-y-2 py-3">
      <div className="min-w-0 flex-1">
        <p className="truncate text-14 font-semibold" dir="auto" title={request.communityName}>
          {request.communityName}
        </p>
        <p className="text-13 text-ink-3">
          <Trans>
            Asked <RelativeTime time={request.createdAt} />
          </Trans>
        </p>
      </div>
      <Badge tone="warning">{t`Request Pending`}</Badge>
      <Button
        aria-label={t`Withdraw the request to join ${{ community: request.communityName }}`}
        busy={withdraw.isPending}
        onClick={() => withdraw.mutate(request.id)}
      >{t`Withdraw`}</Button>
    </li>
  );
}
