import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { ChevronLeft } from "lucide-react";
import { useState } from "react";
import { keys } from "../../../api/keys.ts";
import { ProblemError } from "../../../api/problem.ts";
import type { AffiliationTicket } from "../../../api/support-affiliation-types.ts";
import type { NewTicketMessage, TicketStatus } from "../../../api/support-types.ts";
import { useSingleFlightMutation } from "../../../api/use-single-flight-mutation.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { ErrorState } from "../../../ui/error-state.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";
import { Note } from "../../../ui/note.tsx";
import { formatDate } from "../../../ui/time.ts";
import { toast } from "../../../ui/toast-store.ts";
import { useMe } from "../../accounts/queries.ts";
import { failureText } from "../failure-text.ts";
import { labelEntries, STATUS_LABELS, STATUS_TONES } from "../labels.ts";
import { ReplyBox } from "../reply-box.tsx";
import { useReplyDraft } from "../reply-drafts.ts";
import { ThreadSkeleton, TicketThread } from "../ticket-thread.tsx";
import { useSend } from "../use-send.ts";
import { EscalateDialog } from "./escalate-dialog.tsx";
import {
  affiliationMessagesQuery,
  affiliationTicketQuery,
  changeAffiliationTicket,
  sendAffiliationMessage,
} from "./queries.ts";

/** "Member since 12 May 2025" */
export function membershipText({ memberSince }: AffiliationTicket): string {
  if (memberSince === null) return t`Not a member`;
  const date = formatDate(memberSince);
  return t`Member since ${date}`;
}

export interface AffiliationTicketPaneProps {
  affiliationId: string;
  ticketId: string;
  onBack: () => void;
}

/** A ticket as the people of an affiliation answer it. */
export function AffiliationTicketPane(props: AffiliationTicketPaneProps) {
  const { affiliationId, ticketId, onBack } = props;
  const { data, error, refetch } = useQuery(affiliationTicketQuery(affiliationId, ticketId));
  if (data !== undefined) return <OpenTicket ticket={data} {...props} />;
  return (
    <section aria-label={t`Ticket`} className="px-4 py-6">
      {error === null ? (
        <ThreadSkeleton />
      ) : (
        <ErrorState
          className="py-16"
          title={failureText(error, t`Failed to load ticket details`)}
          onRetry={() => void refetch()}
          actions={<Button onClick={onBack}>{t`Back to tickets`}</Button>}
        />
      )}
    </section>
  );
}

function OpenTicket(props: AffiliationTicketPaneProps & { ticket: AffiliationTicket }) {
  const { affiliationId, ticket, onBack } = props;
  const me = useMe();
  const [escalating, setEscalating] = useState(false);
  const [text, setText] = useReplyDraft(`${me?.id} ${ticket.id}`);
  const { change, busy, conflict } = useStatusChange(affiliationId, ticket);
  const messages = useInfiniteQuery(affiliationMessagesQuery(affiliationId, ticket.id));
  const sending = useSend<NewTicketMessage>({
    send: (body, key) => sendAffiliationMessage(affiliationId, ticket.id, body, key),
    onSent: () => setText(""),
    changes: [keys.affiliationSupport],
  });
  const failure = messages.data === undefined && messages.error !== null && (
    <ErrorState
      className="py-10"
      title={failureText(messages.error, t`Failed to load ticket details`)}
      onRetry={() => void messages.refetch()}
    />
  );
  const isClosed = ticket.status === "closed";
  return (
    <section
      aria-label={t`Ticket`}
      className="flex h-[calc(100dvh-14rem)] min-h-120 max-w-3xl flex-col"
    >
      <header className="flex items-start gap-2 border-b border-line-soft px-2 py-3">
        <IconButton
          label={t`Back to tickets`}
          icon={<ChevronLeft size={18} aria-hidden className="rtl:-scale-x-100" />}
          onClick={onBack}
        />
        <div className="min-w-0 flex-1">
          <h2 className="text-16 font-semibold wrap-anywhere">{ticket.title}</h2>
          <p className="mt-1 flex flex-wrap items-center gap-y-1 text-12 text-ink-2">
            <Badge tone={STATUS_TONES[ticket.status]} className="me-2">
              {STATUS_LABELS[ticket.status]}
            </Badge>
            <span className="font-mono text-[0.92em]">#{ticket.shortId}</span>
            <bdi className="meta-dot">{ticket.userName}</bdi>
            <span className="meta-dot">{membershipText(ticket)}</span>
          </p>
        </div>
      </header>
      <div className="flex flex-wrap items-center gap-3 border-b border-line-soft px-4 py-2.5">
        <StatusField value={ticket.status} disabled={busy} onStatus={change} />
        <Button
          size="sm"
          className="ms-auto"
          disabled={isClosed}
          onClick={() => setEscalating(true)}
        >{t`Give to platform staff`}</Button>
      </div>
      <div role="alert" className="empty:hidden">
        {conflict !== null && (
          <Note tone="warning" className="m-3">
            {conflict}
          </Note>
        )}
      </div>
      <TicketThread
        ticket={ticket}
        messages={messages.data?.pages.flatMap(({ items }) => items)}
        onMore={messages.hasNextPage ? () => void messages.fetchNextPage() : null}
        {...(failure !== false && { failure })}
      />
      {isClosed ? (
        <Note className="m-4">{t`This ticket is closed and accepts no new messages.`}</Note>
      ) : (
        <ReplyBox
          label={t`Write a reply`}
          {...{ text }}
          onText={setText}
          busy={sending.isPending}
          onSend={(message) => sending.mutate({ message, attachmentIds: [] })}
        />
      )}
      {escalating && (
        <EscalateDialog
          {...{ affiliationId, ticket }}
          onDone={onBack}
          onClose={() => setEscalating(false)}
        />
      )}
    </section>
  );
}

function StatusField(props: {
  value: TicketStatus;
  disabled: boolean;
  onStatus: (status: TicketStatus) => void;
}) {
  return (
    <label className="flex items-center gap-1.5 text-12 text-ink-3">
      {t`Status`}
      <select
        value={props.value}
        disabled={props.disabled}
        onChange={({ target }) => {
          const chosen = labelEntries(STATUS_LABELS).find(([key]) => key === target.value);
          if (chosen !== undefined) props.onStatus(chosen[0]);
        }}
        className="h-8 rounded-sm bg-surface px-1.5 text-13 font-medium text-ink edge-line disabled:text-ink-3 max-md:h-11 max-md:text-16"
      >
        {labelEntries(STATUS_LABELS).map(([value, label]) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}

/** Changes the status at the version on screen; a second editor is told and overwrites nothing. */
function useStatusChange(affiliationId: string, ticket: AffiliationTicket) {
  const cache = useQueryClient();
  const [conflict, setConflict] = useState<string | null>(null);
  const changing = useSingleFlightMutation<AffiliationTicket, TicketStatus>({
    mutationFn: (status) =>
      changeAffiliationTicket(affiliationId, ticket.id, { version: ticket.version, status }),
    onSuccess: (changed) => {
      setConflict(null);
      cache.setQueryData(affiliationTicketQuery(affiliationId, ticket.id).queryKey, changed);
      toast.success(t`Ticket updated`);
    },
    onError: (error) => {
      if (error instanceof ProblemError && error.code === "ticket-changed") {
        setConflict(error.message);
      } else toast.error(failureText(error, t`Failed to update ticket`));
    },
    onSettled: () => void cache.invalidateQueries({ queryKey: keys.affiliationSupport }),
  });
  return {
    change: (status: TicketStatus) => changing.mutate(status),
    busy: changing.isPending,
    conflict,
  };
}
