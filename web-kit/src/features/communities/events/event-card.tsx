import { t } from "@lingui/core/macro";
import { CalendarPlus, Link2, MapPin, Pin } from "lucide-react";
import type { ReactNode } from "react";
import type { EventAnnouncement } from "../../../api/types.ts";
import { displayAddress } from "../../../content/host.ts";
import { formatNumber } from "../../../language/format.ts";
import { Badge } from "../../../ui/badge.tsx";
import { buttonClass } from "../../../ui/button.tsx";
import { safeHref } from "../../posts/safe-href.ts";
import { useNow } from "../../posts/use-now.ts";
import { AnswerChoices } from "./answer-choices.tsx";
import { AttendeesButton } from "./attendees-button.tsx";
import { DateBlock } from "./date-block.tsx";
import { isFull, isOver, timeRange } from "./event-times.ts";
import { ExpandableText } from "./expandable-text.tsx";
import { answerCountsLabel, OWN_ANSWER_LABELS } from "./labels.ts";
import { eventPath } from "./queries.ts";

export interface EventCardProps {
  event: EventAnnouncement;
  /** Only members of the community answer. */
  isMember: boolean;
  /** The line below the date, such as the author or the community. */
  source: ReactNode;
  /** The address names it, so that its text is open from the start. */
  isNamed?: boolean;
}

/** An event: date, place or link, answers, attendees and calendar file. */
export function EventCard({ event, isMember, source, isNamed = false }: EventCardProps) {
  const now = useNow();
  const isOpen = event.cancelledAt === null && !isOver(event, now);
  const { yes, maybe, no } = event.answers;
  return (
    <div className="flex min-w-0 gap-3 text-13">
      <DateBlock event={event} />
      <div className="min-w-0 flex-1">
        <p className="flex items-center gap-1.5 empty:hidden">
          {event.isPinned && <Pin size={13} aria-hidden className="text-brand-text" />}
          <StateBadge event={event} isOver={isOver(event, now)} />
        </p>
        <ExpandableText text={event.content} isPinned={event.isPinned} isOpened={isNamed} />
        <p className="mt-0.5 text-12 text-ink-2">
          <time dateTime={event.startsAt}>{timeRange(event)}</time>
        </p>
        <Place event={event} />
        <p className="text-12 text-ink-3">{source}</p>
        {isOpen && isMember ? <AnswerChoices event={event} /> : <FinalAnswers event={event} />}
        <div className="-ms-2 mt-1 flex flex-wrap gap-x-1">
          {yes + maybe + no > 0 && <AttendeesButton event={event} />}
          {isOpen && (
            <a
              href={`${eventPath(event)}/event.ics`}
              download="event.ics"
              className={buttonClass({ variant: "quiet", size: "sm" })}
            >
              <CalendarPlus size={14} aria-hidden />
              {t`Add to calendar`}
            </a>
          )}
        </div>
      </div>
    </div>
  );
}

function StateBadge({ event, isOver: over }: { event: EventAnnouncement; isOver: boolean }) {
  const { cancelledAt, capacity } = event;
  if (cancelledAt !== null) {
    return <Badge tone="danger">{t({ message: "Cancelled", context: "state of an event" })}</Badge>;
  }
  if (over) return <Badge>{t({ message: "Over", context: "state of an event" })}</Badge>;
  if (capacity === null) return null;
  return isFull(event) ? (
    <Badge tone="warning">{t({ message: "Full", context: "state of an event" })}</Badge>
  ) : (
    <Badge tone="line">{t`Up to ${{ count: formatNumber(capacity) }} people`}</Badge>
  );
}

function Place({ event: { location, link } }: { event: EventAnnouncement }) {
  const href = link === null ? null : safeHref(link);
  return (
    <>
      {location !== null && (
        <p className="flex gap-1.5 text-12 text-ink-2">
          <MapPin size={13} aria-hidden className="mt-[1.5px] shrink-0 text-ink-3" />
          <span className="sr-only">{t`Place:`} </span>
          <span className="min-w-0 wrap-anywhere" dir="auto">
            {location}
          </span>
        </p>
      )}
      {link !== null && href !== null && (
        <p className="flex gap-1.5 text-12 text-ink-2">
          <Link2 size={13} aria-hidden className="mt-[1.5px] shrink-0 text-ink-3" />
          <span className="sr-only">{t`Link:`} </span>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer nofollow ugc"
            className="link min-w-0 truncate underline"
          >
            {displayAddress(link)}
          </a>
        </p>
      )}
    </>
  );
}

/** The answers to an event that takes no more, or none of this viewer. */
function FinalAnswers({ event }: { event: EventAnnouncement }) {
  const { ownAnswer } = event;
  return (
    <p className="mt-1.5 text-12 text-ink-2">
      {answerCountsLabel(event)}
      {ownAnswer !== null && <span className="meta-dot">{OWN_ANSWER_LABELS[ownAnswer]}</span>}
    </p>
  );
}
