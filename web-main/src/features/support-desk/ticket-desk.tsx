import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { ChevronLeft, UserRound } from "lucide-react";
import { useRef, useState } from "react";
import type { StaffTicket } from "@guildhall/web-kit/api/support-staff-types.ts";
import type { Me } from "@guildhall/web-kit/api/types.ts";
import { failureText } from "@guildhall/web-kit/features/support/failure-text.ts";
import { STATUS_LABELS, STATUS_TONES } from "@guildhall/web-kit/features/support/labels.ts";
import {
  ThreadSkeleton,
  TicketThread,
} from "@guildhall/web-kit/features/support/ticket-thread.tsx";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Dialog } from "@guildhall/web-kit/ui/dialog.tsx";
import { ErrorState } from "@guildhall/web-kit/ui/error-state.tsx";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { RelativeTime } from "@guildhall/web-kit/ui/relative-time.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { MergeDialog } from "./merge-dialog.tsx";
import { PersonSidebar } from "./person-sidebar.tsx";
import { staffMessagesQuery, staffTicketQuery } from "./queries.ts";
import { StaffReply } from "./staff-reply.tsx";
import { TicketControls } from "./ticket-controls.tsx";
import { useDeskKeys } from "./use-desk-keys.ts";
import { useTicketChange } from "./use-ticket-change.ts";
import { ViewersLine } from "./viewers-line.tsx";

export interface TicketDeskProps {
  ticketId: string;
  me: Me;
  staff: readonly (readonly [id: string, name: string])[];
  toTicket: (id: string) => string;
  onBack: () => void;
}

/** A ticket as staff work on it. */
export function TicketDesk(props: TicketDeskProps) {
  const { data: ticket, error, refetch } = useQuery(staffTicketQuery(props.ticketId));
  if (ticket !== undefined) return <OpenTicket key={ticket.id} ticket={ticket} {...props} />;
  return (
    <section aria-label={t`Ticket`} className="min-w-0 flex-1 px-4 py-6 md:px-8">
      {error === null ? (
        <ThreadSkeleton />
      ) : (
        <ErrorState
          className="py-16"
          title={failureText(error, t`Failed to load ticket details`)}
          onRetry={() => void refetch()}
          actions={<Button onClick={props.onBack}>{t`Back to tickets`}</Button>}
        />
      )}
    </section>
  );
}

function OpenTicket(props: TicketDeskProps & { ticket: StaffTicket }) {
  const { ticket, me, staff, toTicket, onBack } = props;
  const { change, busy, conflict, recordConflict, dismissConflict } = useTicketChange(ticket);
  const [dialog, setDialog] = useState<"merge" | "person" | null>(null);
  const assign = useRef<HTMLSelectElement>(null);
  const status = useRef<HTMLSelectElement>(null);
  const reply = useRef<HTMLTextAreaElement>(null);
  useDeskKeys(me.singleKeyShortcuts, {
    r: () => reply.current?.focus(),
    a: () => assign.current?.focus(),
    s: () => status.current?.focus(),
  });
  const messages = useInfiniteQuery(staffMessagesQuery(ticket.id));
  const loaded = messages.data?.pages.flatMap((page) => page.items);
  const failure = loaded === undefined && messages.error !== null && (
    <ErrorState
      className="py-10"
      title={failureText(messages.error, t`Failed to load ticket details`)}
      onRetry={() => void messages.refetch()}
    />
  );
  return (
    <>
      <section
        aria-label={t`Ticket`}
        data-pane="ticket"
        className="flex min-h-0 min-w-0 flex-1 flex-col max-md:overflow-y-auto"
      >
        <DeskHead ticket={ticket} onBack={onBack} onPerson={() => setDialog("person")} />
        <TicketControls
          {...{ ticket, staff, busy }}
          onChange={change}
          onMerge={() => setDialog("merge")}
          assignRef={assign}
          statusRef={status}
        />
        <div role="alert" className="empty:hidden">
          {conflict !== null && (
            <Note tone="warning" className="m-3">
              {conflict}{" "}
              <button
                type="button"
                className="link underline"
                onClick={dismissConflict}
              >{t`Got it`}</button>
            </Note>
          )}
        </div>
        {ticket.mergedIntoId !== null && (
          <Note className="m-3">{t`This ticket was merged into another one.`}</Note>
        )}
        <TicketThread
          ticket={ticket}
          messages={loaded}
          onMore={messages.hasNextPage ? () => void messages.fetchNextPage() : null}
          {...(failure !== false && { failure })}
        />
        <StaffReply ticket={ticket} staffId={me.id} onConflict={recordConflict} areaRef={reply} />
      </section>
      <aside
        aria-label={t`Person`}
        className="hidden w-72 shrink-0 overflow-y-auto border-s border-line-soft p-5 min-[1400px]:block min-[1400px]:max-2xl:w-64 min-[1400px]:max-2xl:p-4"
      >
        <PersonSidebar {...{ ticket, toTicket }} />
      </aside>
      <Dialog
        open={dialog === "person"}
        onOpenChange={(open) => setDialog(open ? "person" : null)}
        title={t`Person`}
      >
        <PersonSidebar {...{ ticket, toTicket }} />
      </Dialog>
      {dialog === "merge" && <MergeDialog ticket={ticket} onClose={() => setDialog(null)} />}
    </>
  );
}

function DeskHead(props: { ticket: StaffTicket; onBack: () => void; onPerson: () => void }) {
  const { ticket, onBack, onPerson } = props;
  return (
    <header className="flex items-start gap-2 border-b border-line-soft px-2 py-3 md:px-6">
      <IconButton
        size="touch"
        label={t`Back to tickets`}
        className="md:hidden"
        icon={<ChevronLeft size={22} aria-hidden className="rtl:-scale-x-100" />}
        onClick={onBack}
      />
      <div className="min-w-0 flex-1">
        <h2 className="text-16 font-semibold wrap-anywhere md:text-18">{ticket.title}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-y-1 text-12 text-ink-2">
          <Badge tone={STATUS_TONES[ticket.status]} className="me-2">
            {STATUS_LABELS[ticket.status]}
          </Badge>
          <span className="font-mono text-[0.92em]">#{ticket.shortId}</span>
          <span className="meta-dot">{ticket.userName}</span>
          <span className="meta-dot max-md:hidden">{formatMoment(ticket.createdAt)}</span>
          {ticket.aboutPause && <span className="meta-dot">{t`About a pause`}</span>}
          {ticket.desk === "affiliation" && (
            <span className="meta-dot">
              {ticket.siteName === null
                ? t`Answered by an affiliation`
                : t`Answered by ${{ name: ticket.siteName }}`}
            </span>
          )}
          {ticket.escalatedAt !== null && (
            <span className="meta-dot">
              <Trans>
                Given to platform staff <RelativeTime time={ticket.escalatedAt} />
              </Trans>
            </span>
          )}
        </p>
        <ViewersLine subject={{ ticketId: ticket.id }} />
      </div>
      <IconButton
        label={t`Person and history`}
        className="min-[1400px]:hidden"
        icon={<UserRound size={17} aria-hidden />}
        onClick={onPerson}
      />
    </header>
  );
}
