import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { CalendarDays, Megaphone, Pin } from "lucide-react";
import { useState } from "react";
import type { Announcement } from "../../api/types.ts";
import { plainText } from "../../content/markup.ts";
import { Button } from "../../ui/button.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { useBackOnline } from "../../ui/use-online.ts";
import { TypedText } from "../posts/typed-text.tsx";
import { useNow } from "../posts/use-now.ts";
import { announcementsQuery } from "./queries.ts";
import { startLabel } from "./labels.ts";

/** Announcements shown above the threads until the reader opens the rest. */
const INITIALLY_SHOWN = 2;

/** The announcements above the threads, one line each until opened. */
export function Announcements({ communityId }: { communityId: string }) {
  const { data, error, refetch, hasNextPage, fetchNextPage } = useInfiniteQuery(
    announcementsQuery(communityId),
  );
  const [whole, setWhole] = useState(false);
  if (data === undefined) {
    return error === null ? null : <AnnouncementsError onRetry={() => void refetch()} />;
  }
  const all = data.pages.flatMap((page) => page.items);
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
          <li key={announcement.id}>
            <AnnouncementCard announcement={announcement} />
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

function AnnouncementCard({ announcement }: { announcement: Announcement }) {
  const now = useNow();
  const [open, setOpen] = useState(false);
  const { content, author, createdAt, startsAt, isPinned } = announcement;
  const Icon = isPinned ? Pin : startsAt === null ? Megaphone : CalendarDays;
  return (
    <div className="flex gap-2.5 rounded-md bg-brand-subtle px-3 py-2.5 text-13">
      <Icon size={16} aria-hidden className="mt-px shrink-0 text-brand-text" />
      <div className="min-w-0 flex-1">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => setOpen(!open)}
          className="block w-full min-w-0 text-start"
        >
          {isPinned && <span className="sr-only">{t`Pinned:`} </span>}
          {open ? (
            <span className="font-semibold">{t`Announcement`}</span>
          ) : (
            <span className="block truncate font-medium" dir="auto">
              {plainText(content)}
            </span>
          )}
        </button>
        {open && <TypedText text={content} className="mt-1 text-14" />}
        {startsAt !== null && <p className="text-12 text-ink-2">{startLabel(startsAt, now)}</p>}
        <p className="text-12 text-ink-3">
          <PersonName name={author.displayName} />
          <span className="meta-dot">
            <RelativeTime time={createdAt} />
          </span>
        </p>
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
