import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { Clock } from "lucide-react";
import type { Me } from "../../api/types.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { PostFiles } from "./files/post-files.tsx";
import type { PendingPost } from "./outbox.ts";
import { PendingPoll } from "./polls/pending-poll.tsx";
import { PostPictures } from "./post-pictures.tsx";
import { Connector } from "./post-row.tsx";
import { TypedText } from "./typed-text.tsx";
import { UnsentActions } from "./unsent-actions.tsx";
import type { Withdrawal } from "./use-withdrawal.ts";

export interface PendingRowProps {
  pending: PendingPost;
  connected: boolean;
  me: Pick<Me, "displayName" | "profilePicture">;
  withdrawal: Withdrawal<PendingPost>;
}

/** An unconfirmed post: being sent, or queued until the connection returns. */
export function PendingRow({ pending, connected, me, withdrawal }: PendingRowProps) {
  const queued = pending.state === "queued";
  return (
    <article
      aria-label={t`You wrote`}
      className={clsx("relative flex animate-rise gap-3 py-2.5", connected && "ps-12")}
    >
      {connected && <Connector />}
      <span className="mt-0.5">
        <Avatar name={me.displayName} src={me.profilePicture} size={connected ? 28 : 36} />
      </span>
      <div className="min-w-0 flex-1">
        <div className="flex items-center gap-2">
          <span className="text-14 font-semibold">{t`You`}</span>
          {queued ? (
            <Badge tone="warning">
              <Clock size={11} aria-hidden />
              {t`Waiting for a connection`}
            </Badge>
          ) : (
            <span className="inline-flex items-center gap-1 text-12 text-ink-3">
              <Spinner size={12} /> {t`Sending`}
            </span>
          )}
        </div>
        {pending.content !== "" && (
          <TypedText
            text={pending.content}
            className={clsx("mt-0.5 max-w-[62ch] text-15 text-ink-2", !queued && "opacity-90")}
          />
        )}
        <PostPictures images={pending.images} />
        <PostFiles files={pending.files} />
        {pending.poll !== null && <PendingPoll options={pending.poll.options} />}
        {queued && (
          <div className="mt-1.5">
            <UnsentActions item={pending} withdrawal={withdrawal} />
          </div>
        )}
      </div>
    </article>
  );
}
