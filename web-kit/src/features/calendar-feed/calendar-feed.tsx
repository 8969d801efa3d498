import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { invalidateOnSettled } from "../../api/invalidate-on-settled.ts";
import { keys } from "../../api/keys.ts";
import { errorMessage } from "../../api/problem.ts";
import type { CalendarFeed as Feed } from "../../api/types.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { ConfirmDialog } from "../../forms/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { toast } from "../../ui/toast-store.ts";
import { useOnline } from "../../ui/use-online.ts";
import { FeedAddress } from "./feed-address.tsx";
import { calendarFeedQuery, createCalendarFeed, deleteCalendarFeed } from "./queries.ts";

/** The secret address with which a calendar app follows the viewer's events. */
export function CalendarFeed() {
  const { data, error, refetch } = useQuery(calendarFeedQuery);
  // The address is shown once and not stored.
  const [url, setUrl] = useState<string | null>(null);
  if (data === undefined) {
    if (error !== null) {
      const title = errorMessage(error, t`Failed to load your calendar feed. Please try again.`);
      return <ErrorState className="py-4" title={title} onRetry={() => void refetch()} />;
    }
    return (
      <LoadingRegion label={t`Loading your calendar feed`}>
        <Skeleton className="h-8 w-40" />
      </LoadingRegion>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {url !== null && <FeedAddress url={url} />}
      <FeedActions feed={data} onUrl={setUrl} />
    </div>
  );
}

function FeedActions({ feed, onUrl }: { feed: Feed; onUrl: (url: string | null) => void }) {
  const cache = useQueryClient();
  const online = useOnline();
  const [asked, setAsked] = useState<"renew" | "remove" | null>(null);
  const reload = () => cache.invalidateQueries({ queryKey: keys.calendarFeed });
  const renew = async () => {
    const { url } = await createCalendarFeed();
    onUrl(url);
    await reload();
  };
  const remove = async () => {
    await deleteCalendarFeed();
    onUrl(null);
    toast.success(t`The calendar feed was removed.`);
    await reload();
  };
  const create = useSingleFlightMutation({
    mutationFn: createCalendarFeed,
    onSuccess: ({ url }) => onUrl(url),
    onError: (error) => toast.error(errorMessage(error, FAILED)),
    onSettled: invalidateOnSettled(reload),
  });
  if (feed.createdAt === null) {
    return (
      <Button
        className="self-start"
        disabled={!online}
        busy={create.isPending}
        onClick={() => create.mutate()}
      >{t`Create a calendar feed`}</Button>
    );
  }
  const close = () => setAsked(null);
  return (
    <div>
      <p className="text-13 text-ink-3">
        <Trans>
          Created <RelativeTime time={feed.createdAt} />
        </Trans>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        <Button disabled={!online} onClick={() => setAsked("renew")}>{t`Renew the address`}</Button>
        <Button disabled={!online} onClick={() => setAsked("remove")}>{t`Remove the feed`}</Button>
      </div>
      {asked === "renew" && (
        <ConfirmDialog
          title={t`Renew the address?`}
          text={t`Calendars with the old address get no more events. Add the new address to them.`}
          confirm={t`Renew`}
          failed={FAILED}
          run={renew}
          onClose={close}
        />
      )}
      {asked === "remove" && (
        <ConfirmDialog
          danger
          title={t`Remove the calendar feed?`}
          text={t`Calendars with its address get no more events.`}
          confirm={t`Remove`}
          failed={FAILED}
          run={remove}
          onClose={close}
        />
      )}
    </div>
  );
}

const FAILED = t`The calendar feed could not be changed. Please try again.`;
