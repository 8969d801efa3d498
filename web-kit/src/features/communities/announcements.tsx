import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Megaphone, Pin } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Announcement, Community } from "../../api/types.ts";
import { loadWithRetry } from "../../recovery/load-with-retry.ts";
import { Button } from "../../ui/button.tsx";
import { Skeleton } from "../../ui/skeleton.tsx";
import { useBackOnline } from "../../ui/use-online.ts";
import { isEvent } from "./events/event-times.ts";
import { ExpandableText } from "./events/expandable-text.tsx";
import { AnnouncementSource } from "./announcement-source.tsx";
import { announcementsQuery } from "./queries.ts";
import { namedClass, useNamedAnnouncement } from "./use-named-announcement.ts";

const EventCard = lazy(async () => ({
  default: (await loadWithRetry(() => import("./events/event-card.tsx"))).EventCard,
}));

/** Announcements shown above the threads until the reader opens the rest. */
const INITIALLY_SHOWN = 2;

/** The announcements above the threads, one line each until opened. */
export function Announcements({ community }: { community: Community }) {
  const query = useInfiniteQuery(announcementsQuery(community.id));
  const { data, error, refetch, hasNextPage, fetchNextPage } = query;
  const [isWhole, setWhole] = useState(false);
  const all = data?.pages.flatMap((page) => page.items) ?? [];
  const ids = all.map(({ id }) => id);
  const named = useNamedAnnouncement(query, ids);
  const whole = isWhole || (named !== null && ids.indexOf(named) >= INITIALLY_SHOWN);
  if (data === undefined) {
    return error === null ? null : <AnnouncementsError onRetry={() => void refetch()} />;
  }
  if (all.length === 0) return null;
  const shown = whole ? all : all.slice(0, INITIALLY_SHOWN);
  const isMore = shown.length < all.length || hasNextPage;
  const more = () => {
    if (whole) void fetchNextPage();
    setWhole(true);
  };
  return (
    <div className="max-h-[45%] shrink-0 overflow-y-auto px-3 pt-3">
      <ul aria-label={t`Announcements`} className="flex flex-col gap-2">
        {shown.map((announcement) => (
          <li
            // The text of the named one is open from the start.
            key={`${announcement.id} ${announcement.id === named}`}
            id={`announcement-${announcement.id}`}
            className={clsx("rounded-md", announcement.id === named && namedClass)}
          >
            <AnnouncementCard
              {...{ announcement }}
              isMember={community.viewer.isMember}
              isNamed={announcement.id === named}
            />
          </li>
        ))}
      </ul>
      {isMore && (
        <Button
          variant="quiet"
          size="sm"
          className="mt-1 w-full"
          onClick={more}
        >{t`Show more announcements`}</Button>
      )}
    </div>
  );
}

interface AnnouncementCardProps {
  announcement: Announcement;
  isMember: boolean;
  /** The address names it. */
  isNamed: boolean;
}

function AnnouncementCard({ announcement, isMember, isNamed }: AnnouncementCardProps) {
  const { content, isPinned } = announcement;
  const source = <AnnouncementSource announcement={announcement} />;
  if (isEvent(announcement)) {
    return (
      <div className="rounded-md bg-brand-subtle px-3 py-2.5">
        <Suspense fallback={<Skeleton className="h-32" />}>
          <EventCard event={announcement} {...{ isMember, isNamed, source }} />
        </Suspense>
      </div>
    );
  }
  const Icon = isPinned ? Pin : Megaphone;
  return (
    <div className="flex gap-2.5 rounded-md bg-brand-subtle px-3 py-2.5 text-13">
      <Icon size={16} aria-hidden className="mt-px shrink-0 text-brand-text" />
      <div className="min-w-0 flex-1">
        <ExpandableText text={content} isOpened={isNamed} {...{ isPinned }} />
        <p className="text-12 text-ink-3">{source}</p>
      </div>
    </div>
  );
}

function AnnouncementsError({ onRetry }: { onRetry: () => void }) {
  useBackOnline(onRetry);
  return (
    <p role="alert" className="flex items-center gap-2 px-5 pt-3 text-12 text-ink-2 max-md:px-4">
      <span className="min-w-0 flex-1">{t`Failed to load announcements. Please try again.`}</span>
      <Button size="sm" onClick={onRetry}>{t`Try Again`}</Button>
    </p>
  );
}
