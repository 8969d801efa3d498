import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { memo } from "react";
import type { Conversation, Message } from "../../api/message-types.ts";
import type { Me } from "../../api/types.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { formatClock } from "../../language/clock.ts";
import { formatMoment } from "../../ui/time.ts";
import { dayLabel } from "../posts/days.ts";
import { DayLine } from "../posts/timeline-lines.tsx";
import { UnsentActions } from "../posts/unsent-actions.tsx";
import { Bubble, PendingBubble } from "./bubble.tsx";
import { systemText } from "./labels.ts";
import { MessageActions } from "./message-actions.tsx";
import { Reactions } from "./reactions.tsx";
import type { MessageRow } from "./timeline.ts";
import type { ComposerActions } from "./use-composing.ts";

export interface MessageRowViewProps {
  row: MessageRow;
  now: number;
  me: Me;
  conversation: Conversation;
  composing: ComposerActions;
  /** Position among the messages, from 1, and their number; -1 while unknown. */
  place: number;
  total: number;
  isTabStop: boolean;
  /** "Seen 08:44" or "Delivered". */
  receipt: string | null;
  highlighted: boolean;
  onFocus: (messageId: string) => void;
  onShow: (messageId: string) => void;
}

/** One row of a conversation. Memoised: it re-renders when its data changes, but not on scroll. */
export const MessageRowView = memo(function MessageRowView(props: MessageRowViewProps) {
  const { row, me, conversation } = props;
  switch (row.kind) {
    case "day":
      return <DayLine label={dayLabel(row.at, props.now)} />;
    case "new":
      return <NewLine />;
    case "system":
      return (
        <p className="py-2 text-center text-12 wrap-anywhere text-ink-3">
          {systemText(row.message, conversation.participants, me.id)}
        </p>
      );
    case "pending":
      return <PendingMessageRow row={row} withdrawal={props.composing.withdrawal} />;
    case "message":
      return <MessageArticle {...props} row={row} />;
  }
});

/** A message that is being sent, or that waits and can still be changed. */
function PendingMessageRow(props: { row: PendingRow; withdrawal: ComposerActions["withdrawal"] }) {
  const { pending, isFirst, isLast } = props.row;
  const isQueued = pending.state === "queued";
  return (
    <div
      role="group"
      aria-label={t`You wrote`}
      className={clsx("flex flex-row-reverse", isFirst ? "pt-4" : "pt-[3px]")}
    >
      <div className={columnClass(true)}>
        <PendingBubble row={props.row} />
        {isQueued && <UnsentActions item={pending} withdrawal={props.withdrawal} />}
        {isLast && <Footer isOwn>{isQueued ? t`Waiting for a connection` : t`Sending…`}</Footer>}
      </div>
    </div>
  );
}

type PendingRow = Extract<MessageRow, { kind: "pending" }>;
type WrittenRow = Extract<MessageRow, { kind: "message" }>;

function MessageArticle(props: MessageRowViewProps & { row: WrittenRow }) {
  const { row, me, conversation, receipt } = props;
  const { message, isFirst, isLast } = row;
  const isOwn = message.senderId === me.id;
  const isGroup = conversation.kind === "group";
  return (
    <div className={isFirst ? "pt-4" : "pt-[3px]"}>
      <article
        id={`message-${message.id}`}
        aria-label={articleLabel(message, isOwn)}
        aria-posinset={props.place}
        aria-setsize={props.total}
        {...focusable(message.id, props)}
        className={clsx(
          "group/message flex items-end gap-2.5 rounded-md outline-offset-0",
          isOwn && "flex-row-reverse",
          props.highlighted && "bg-brand-subtle ring-4 ring-brand-subtle",
        )}
      >
        {!isOwn && <SenderPicture {...{ message, isLast }} />}
        <div className={columnClass(isOwn)}>
          {isGroup && !isOwn && isFirst && (
            <bdi className="ps-1 pb-0.5 text-12 font-strong text-ink-2">
              {message.sender.displayName}
            </bdi>
          )}
          <div className="relative flex max-w-full min-w-0">
            <Bubble {...{ row, isOwn }} onShow={props.onShow} />
            {!message.deleted && (
              <MessageActions
                {...{ message, me, conversation }}
                composing={props.composing}
                tabIndex={props.isTabStop ? 0 : -1}
              />
            )}
          </div>
          <Reactions {...{ message, me, conversation }} />
          {(isLast || receipt !== null) && (
            <Footer isOwn={isOwn} title={formatMoment(message.timestamp)}>
              {[isLast ? formatClock(Date.parse(message.timestamp)) : null, isOwn ? receipt : null]
                .filter((part) => part !== null)
                .join(" · ")}
            </Footer>
          )}
        </div>
      </article>
    </div>
  );
}

/** Arrow keys move between the messages, of which one is the tab stop. */
function focusable(messageId: string, { isTabStop, onFocus }: MessageRowViewProps) {
  return {
    "data-roving": messageId,
    tabIndex: isTabStop ? 0 : -1,
    onFocus: () => onFocus(messageId),
  };
}

function columnClass(isOwn: boolean): string {
  return clsx(
    "flex max-w-[68%] min-w-0 flex-col max-md:max-w-[84%]",
    isOwn ? "items-end" : "items-start",
  );
}

function articleLabel({ deleted, sender, timestamp }: Message, isOwn: boolean): string {
  const name = sender.displayName;
  const time = formatClock(Date.parse(timestamp));
  if (deleted) return t`A deleted message, ${time}`;
  return isOwn ? t`You wrote, ${time}` : t`${name} wrote, ${time}`;
}

/** The sender's picture next to the last message of a run; the others keep its space. */
function SenderPicture({ message, isLast }: { message: Message; isLast: boolean }) {
  const { sender } = message;
  return (
    <span className="w-7 shrink-0">
      {isLast && <Avatar name={sender.displayName} src={sender.profilePicture} size={28} />}
    </span>
  );
}

function Footer(props: { isOwn: boolean; title?: string; children: string }) {
  return (
    <span
      title={props.title}
      className={clsx("mt-0.5 text-12 text-ink-3 tabular-nums", props.isOwn ? "pe-1" : "ps-1")}
    >
      {props.children}
    </span>
  );
}

/** The line above the first unread message. */
function NewLine() {
  return (
    <div className="flex items-center gap-3 pt-3 pb-1">
      <span className="h-px flex-1 bg-brand-border" />
      <span className="text-12 font-semibold text-brand-text">{t`New messages`}</span>
      <span className="h-px flex-1 bg-brand-border" />
    </div>
  );
}
