import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import type { ReportedMessage } from "@guildhall/web-kit/api/message-types.ts";
import { PostPictures } from "@guildhall/web-kit/features/posts/post-pictures.tsx";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { PersonName } from "@guildhall/web-kit/ui/person-name.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";

/** The reported message among its neighbours, as plain text: addresses are not links. */
export function ReportedMessages({ messages }: { messages: readonly ReportedMessage[] }) {
  return (
    <ol aria-label={t`Reported message`} className="mt-3 max-w-[70ch] rounded-md edge-line">
      {messages.map((message) => (
        <li
          key={message.id}
          className={clsx(
            "border-b border-line-soft px-3.5 py-2.5 last:border-b-0",
            message.reported && "bg-warning-subtle",
          )}
        >
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-12 text-ink-3">
            <span className="font-semibold text-ink">
              <PersonName name={message.sender.displayName} />
            </span>
            <time dateTime={message.timestamp}>{formatMoment(message.timestamp)}</time>
            {message.editedAt !== null && <span>{t`Edited`}</span>}
            {message.reported && <Badge tone="warning">{t`Reported`}</Badge>}
          </p>
          <p dir="auto" className="mt-1 text-14 wrap-anywhere whitespace-pre-wrap">
            {textOf(message)}
          </p>
          <PostPictures images={message.images} />
        </li>
      ))}
    </ol>
  );
}

const EVENTS: Partial<Record<ReportedMessage["kind"], string>> = {
  added: t`Added a person`,
  left: t`Left the group`,
};

function textOf({ kind, deleted, content }: ReportedMessage): string {
  if (deleted) return t`Deleted by its author`;
  if (kind === "renamed") return t`Renamed the group to ${content}`;
  return EVENTS[kind] ?? content;
}
