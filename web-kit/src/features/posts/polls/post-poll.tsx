import { plural, t } from "@lingui/core/macro";
import { useState } from "react";
import type { Poll, Post } from "../../../api/types.ts";
import { ConfirmDialog } from "../../../forms/confirm-dialog.tsx";
import { formatNumber } from "../../../language/format.ts";
import { Button } from "../../../ui/button.tsx";
import { formatMoment } from "../../../ui/time.ts";
import { stopFeedKeys } from "../../../ui/use-feed-focus.ts";
import { useOnline } from "../../../ui/use-online.ts";
import { useNow } from "../use-now.ts";
import { PollForm } from "./poll-form.tsx";
import { PollResults } from "./poll-results.tsx";
import { type PollActions, usePoll } from "./use-poll.ts";

export interface PostPollProps {
  post: Post;
  poll: Poll;
  /** True for the author and the admins of the community. */
  mayManage: boolean;
}

/** What the reader has chosen to see; by default the results after a vote, otherwise the form. */
type PollMode = "form" | "results";

/** The poll of a post: voting while it is open, and its results. */
export function PostPoll({ post, poll, mayManage }: PostPollProps) {
  const online = useOnline();
  const actions = usePoll(post);
  const [requested, setRequested] = useState<PollMode | null>(null);
  const isClosed = useIsClosed(poll);
  const hasVoted = poll.chosen.length > 0;
  const isForm = !isClosed && (requested ?? (hasVoted ? "results" : "form")) === "form";
  const takesFocus = requested !== null;
  return (
    <div role="presentation" onKeyDown={stopFeedKeys}>
      <div
        role="group"
        aria-label={t`Poll`}
        className="mt-2 max-w-[28rem] rounded-md px-3.5 py-2.5 edge-line"
      >
        {isForm ? (
          <PollForm
            // The counts arrive after the form has opened.
            key={poll.chosen.join(" ")}
            {...{ poll, online, takesFocus }}
            busy={actions.isVoting}
            onVote={(optionIds) => actions.vote(optionIds, () => setRequested("results"))}
            onResults={() => setRequested("results")}
          />
        ) : (
          <>
            <PollResults {...{ post, poll, takesFocus }} />
            {!isClosed && (
              <VoteActions {...{ actions, hasVoted, online }} onForm={() => setRequested("form")} />
            )}
          </>
        )}
        <p role="alert" className="text-12 font-medium text-danger-text empty:hidden">
          {actions.failure}
        </p>
        <PollFacts {...{ poll, isClosed }} />
        {!isClosed && (poll.mayClose || mayManage) && (
          <CloseButton online={online} close={actions.close} />
        )}
      </div>
    </div>
  );
}

/** A poll closes by its author, or at its time, of which no event tells. */
function useIsClosed({ closed, closesAt }: Poll): boolean {
  const now = useNow();
  return closed || (closesAt !== null && Date.parse(closesAt) <= now);
}

interface VoteActionsProps {
  actions: PollActions;
  hasVoted: boolean;
  online: boolean;
  onForm: () => void;
}

/** The buttons below the results of an open poll. */
function VoteActions({ actions, hasVoted, online, onForm }: VoteActionsProps) {
  return (
    <div className="mt-1 flex min-h-9 flex-wrap items-center gap-2">
      <Button size="sm" disabled={!online} onClick={onForm}>
        {hasVoted ? t`Change vote` : t({ message: "Vote", context: "votes in a poll" })}
      </Button>
      {hasVoted && (
        <Button
          size="sm"
          variant="quiet"
          disabled={!online}
          busy={actions.isVoting}
          onClick={() => actions.vote([], onForm)}
        >{t`Withdraw vote`}</Button>
      )}
      {!online && (
        <span className="text-12 text-ink-2">{t`You can vote when the connection is back.`}</span>
      )}
    </div>
  );
}

function PollFacts({ poll, isClosed }: { poll: Poll; isClosed: boolean }) {
  const { voters, closesAt } = poll;
  const count = formatNumber(voters);
  const time = closesAt === null ? null : formatMoment(closesAt);
  return (
    <p className="mt-1 text-12 text-ink-3">
      <span className="tabular-nums">
        {plural(voters, { one: `${count} person has voted`, other: `${count} people have voted` })}
      </span>
      {isClosed && (
        <span className="meta-dot font-medium">
          {t({ message: "Closed", context: "state of a poll" })}
        </span>
      )}
      {!isClosed && time !== null && <span className="meta-dot">{t`Closes ${time}`}</span>}
      <span className="meta-dot">
        {poll.secret ? t`Votes are secret` : t`Members see who voted for what`}
      </span>
    </p>
  );
}

function CloseButton({ online, close }: { online: boolean; close: () => Promise<void> }) {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="quiet"
        className="mt-1 -ms-2"
        disabled={!online}
        onClick={() => setIsAsking(true)}
      >{t`Close poll`}</Button>
      {isAsking && (
        <ConfirmDialog
          title={t`Close this poll?`}
          text={t`No more votes are counted, and the result stays as it is. This cannot be undone.`}
          confirm={t`Close poll`}
          failed={t`Failed to close poll`}
          run={close}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
