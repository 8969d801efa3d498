import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Link2, Lock } from "lucide-react";
import type { ReactNode } from "react";
import type { Thread } from "../../api/types.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { formatClock } from "../../language/clock.ts";
import { shortDay } from "../posts/days.ts";
import { useNow } from "../posts/use-now.ts";
import { PersonName } from "../../ui/person-name.tsx";
import { ParticipantStack } from "../person-card/participant-stack.tsx";
import { copyLink } from "./copy-link.ts";
import { personCountLabel, postCountLabel } from "./labels.ts";
import { SubscriptionMenu } from "./threads/subscription-menu.tsx";
import { threadAddress } from "./threads/thread-menu.tsx";

/** A thread's title and participants, above its posts on wide screens. */
export function ThreadHead(props: {
  thread: Thread;
  own: boolean;
  isMember: boolean;
  loadedAt: number | null;
  children: ReactNode;
}) {
  const { thread, loadedAt } = props;
  const others = Math.max(0, thread.participantCount - thread.participants.length);
  return (
    <div className="flex items-start gap-4 border-b border-line-soft px-8 pt-4 pb-3.5">
      <div className="min-w-0 flex-1">
        <h2 className="heading-voice line-clamp-2 text-18 font-semibold" title={thread.caption}>
          <bdi>{thread.caption}</bdi>
        </h2>
        <p className="mt-0.5 text-12 text-ink-3 tabular-nums">
          {thread.closed !== null && <ClosedMark />}
          {postCountLabel(thread.numposts)}
          <span className="meta-dot">{personCountLabel(thread.participantCount)}</span>
          <span className="meta-dot">
            {loadedAt === null ? (
              <Beginning thread={thread} own={props.own} />
            ) : (
              t`Loaded at ${{ time: formatClock(loadedAt) }}`
            )}
          </span>
        </p>
      </div>
      <div className="flex items-center gap-2 pt-0.5">
        <span className="max-xl:hidden">
          <ParticipantStack people={thread.participants} more={others} size={26} />
        </span>
        <IconButton
          label={t`Copy link`}
          className="ms-1"
          icon={<Link2 size={16} aria-hidden />}
          onClick={() => void copyLink(threadAddress(thread))}
        />
        {props.isMember && <SubscriptionMenu thread={thread} />}
        {props.children}
      </div>
    </div>
  );
}

function ClosedMark() {
  return (
    <span className="me-2 inline-flex items-center gap-1 font-medium text-ink-2">
      <Lock size={12} aria-hidden />
      {t`Closed`}
    </span>
  );
}

/** Who started the thread, and when. */
function Beginning({ thread, own }: { thread: Thread; own: boolean }) {
  const day = shortDay(thread.created, useNow());
  if (own) return t`Started by you on ${day}`;
  return (
    <Trans>
      Started by <PersonName name={thread.startedBy.displayName} /> on {day}
    </Trans>
  );
}
