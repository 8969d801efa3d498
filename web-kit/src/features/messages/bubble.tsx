import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import type { Message } from "../../api/message-types.ts";
import { PostPictures } from "../posts/post-pictures.tsx";
import { TypedText } from "../posts/typed-text.tsx";
import { excerptText } from "./labels.ts";
import type { MessageRow } from "./timeline.ts";

/** Corners toward the sender are sharp where messages of one run touch. */
function shapeClass(isOwn: boolean, isFirst: boolean): string {
  return clsx(
    "min-w-0 rounded-[16px] px-3.5 py-2 text-15 wrap-anywhere",
    isOwn ? "rounded-ee-[5px]" : "rounded-es-[5px]",
    !isFirst && (isOwn ? "rounded-se-[5px]" : "rounded-ss-[5px]"),
    isOwn ? "bg-brand-subtle-2" : "bg-selected",
  );
}

export interface BubbleProps {
  row: Extract<MessageRow, { kind: "message" }>;
  isOwn: boolean;
  onShow: (messageId: string) => void;
}

export function Bubble({ row, isOwn, onShow }: BubbleProps) {
  const { message, isFirst } = row;
  if (message.deleted) {
    return (
      <p className="min-w-0 rounded-[16px] px-3.5 py-2 text-14 text-ink-3 italic edge-line">
        {isOwn ? t`You deleted this message` : t`This message was deleted`}
      </p>
    );
  }
  return (
    <div className={shapeClass(isOwn, isFirst)}>
      <Quote message={message} onShow={onShow} />
      {message.content !== "" && <TypedText text={message.content} />}
      <PostPictures images={message.images} />
      {message.editedAt !== null && <span className="text-12 text-ink-2">{t`Edited`}</span>}
    </div>
  );
}

/** The message that this one replies to. */
function Quote({ message, onShow }: { message: Message; onShow: (messageId: string) => void }) {
  const { replyTo } = message;
  if (replyTo === null) return null;
  const excerpt = excerptText(replyTo);
  return (
    <button
      type="button"
      aria-label={t`Show the quoted message: ${excerpt}`}
      className="mb-1 block max-w-full rounded-xs border-s-2 border-brand-line ps-2 text-start text-13 text-ink-2 hover:text-ink"
      onClick={() => onShow(replyTo.id)}
    >
      <span dir="auto" className={clsx("line-clamp-2", replyTo.deleted && "italic")}>
        {excerpt}
      </span>
    </button>
  );
}

/** A message that is being sent. */
export function PendingBubble({ row }: { row: Extract<MessageRow, { kind: "pending" }> }) {
  const { pending, isFirst } = row;
  return (
    <div
      aria-busy={pending.state === "sending"}
      className={clsx(shapeClass(true, isFirst), "animate-rise text-ink-2")}
    >
      {pending.replyTo !== null && (
        <span dir="auto" className="mb-1 line-clamp-2 border-s-2 border-brand-line ps-2 text-13">
          {excerptText(pending.replyTo)}
        </span>
      )}
      {pending.content !== "" && <TypedText text={pending.content} />}
      <PostPictures images={pending.images} />
    </div>
  );
}
