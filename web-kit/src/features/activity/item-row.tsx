import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { Check } from "lucide-react";
import type { MouseEvent } from "react";
import { Link } from "react-router";
import type { ActivityItem } from "../../api/types.ts";
import { Button } from "../../ui/button.tsx";
import { Dot } from "../../ui/dot.tsx";
import { RelativeTime } from "../../ui/relative-time.tsx";
import { focusNeighbour } from "./kept-focus.ts";
import { ItemIcon } from "./item-icon.tsx";
import { RequestAnswer } from "./request-answer.tsx";
import { EventNoticeBadge } from "./event-notice-badge.tsx";
import { destinationOf, titleParts, locationLabel } from "./labels.ts";

export interface ItemRowProps {
  item: ActivityItem;
  onRead: (item: ActivityItem) => void;
}

/** A notification. A click anywhere opens its subject and marks it as read. */
export function ItemRow({ item, onRead }: ItemRowProps) {
  const { read } = item;
  const text = item.excerpt ?? item.content;
  const destination = destinationOf(item);
  return (
    <li data-item={item.id} className="relative flex gap-3.5 py-3.5 max-md:px-4">
      {!read && <Dot tone="brand" className="absolute -start-4 top-[28px] max-md:start-1.5" />}
      <ItemIcon item={item} />
      <div className="min-w-0 flex-1">
        <h3 className={clsx("text-14 font-normal wrap-anywhere", read && "text-ink-2")}>
          {!read && <span className="sr-only">{t`Unread:`} </span>}
          {destination === null ? (
            <span data-row tabIndex={-1}>
              <ItemText item={item} />
            </span>
          ) : (
            <Link
              data-row
              to={destination}
              className="after:absolute after:inset-0 hover:underline"
              onClick={() => onRead(item)}
            >
              <ItemText item={item} />
            </Link>
          )}
        </h3>
        {text !== "" && (
          <p className="mt-0.5 line-clamp-2 text-13 wrap-anywhere text-ink-2" dir="auto">
            {text}
          </p>
        )}
        <p className="mt-1.5 text-12 text-ink-3 tabular-nums">
          {/* A response stored by an earlier version does not have it. */}
          {item.eventNotice && <EventNoticeBadge notice={item.eventNotice} />}
          {locationLabel(item)}
          <span className="meta-dot">
            <RelativeTime time={item.created} />
          </span>
        </p>
        {item.requestId !== null && <RequestAnswer item={item} />}
      </div>
      {!read && !item.actionRequired && <MarkRead {...{ item, onRead }} />}
    </li>
  );
}

function ItemText({ item }: { item: ActivityItem }) {
  return titleParts(item).map(({ text, isName }, place) =>
    isName ? (
      // oxlint-disable-next-line react/no-array-index-key -- the parts of one sentence
      <b key={place} className="font-semibold text-ink">
        <bdi>{text}</bdi>
      </b>
    ) : (
      text
    ),
  );
}

/** A phone has no space for a label, so the button is an icon of touch-target size. */
function MarkRead({ item, onRead }: ItemRowProps) {
  const mark = ({ currentTarget }: MouseEvent<HTMLButtonElement>) => {
    // The row moves to the read ones, so the focus continues with the next one.
    const row = currentTarget.closest("li");
    if (row !== null) focusNeighbour(row);
    onRead(item);
  };
  return (
    <Button
      variant="quiet"
      size="sm"
      icon={<Check size={14} aria-hidden />}
      className="relative self-center max-md:size-11! max-md:px-0!"
      onClick={mark}
    >
      <span className="max-md:sr-only">{t`Mark Read`}</span>
      <span className="sr-only">: {item.title}</span>
    </Button>
  );
}
