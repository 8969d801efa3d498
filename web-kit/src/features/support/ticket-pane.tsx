import { t } from "@lingui/core/macro";
import { useInfiniteQuery, useQuery, useQueryClient } from "@tanstack/react-query";
import { Lock } from "lucide-react";
import { useState } from "react";
import { failureText } from "./failure-text.ts";
import { keys } from "../../api/keys.ts";
import type { NewTicketMessage, Ticket } from "../../api/support-types.ts";
import { ConfirmDialog } from "../../forms/confirm-dialog.tsx";
import { Button } from "../../ui/button.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { Note } from "../../ui/note.tsx";
import {
  attachmentsPath,
  closeTicket,
  sendTicketMessage,
  ticketMessagesQuery,
  ticketQuery,
} from "./queries.ts";
import { ReplyBox } from "./reply-box.tsx";
import { useReplyDraft } from "./reply-drafts.ts";
import { TicketFacts } from "./ticket-facts.tsx";
import { TicketHead } from "./ticket-head.tsx";
import { ThreadSkeleton, TicketThread } from "./ticket-thread.tsx";
import { useAttachments } from "./use-attachments.ts";
import { useSend } from "./use-send.ts";

export interface TicketPaneProps {
  ticketId: string;
  viewerId: string;
  phone: boolean;
  onBack: () => void;
}

/** An open ticket of the viewer: head, messages, reply box and facts. */
export function TicketPane(props: TicketPaneProps) {
  const { data: ticket, error, refetch } = useQuery(ticketQuery(props.ticketId));
  if (ticket === undefined) {
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
  return <OpenTicket key={ticket.id} ticket={ticket} {...props} />;
}

function OpenTicket({ ticket, viewerId, phone, onBack }: TicketPaneProps & { ticket: Ticket }) {
  const cache = useQueryClient();
  const [text, setText] = useReplyDraft(`${viewerId} ${ticket.id}`);
  const attachments = useAttachments(attachmentsPath(ticket.id));
  const [panel, setPanel] = useState<"details" | "close" | null>(null);
  const sending = useSend<NewTicketMessage>({
    send: (body, key) => sendTicketMessage(ticket.id, body, key),
    onSent: () => {
      setText("");
      attachments.clear();
    },
    changes: [
      keys.supportTicketMessages(ticket.id),
      keys.supportTicket(ticket.id),
      keys.supportTicketLists,
      keys.supportOverview,
    ],
  });
  const messages = useInfiniteQuery(ticketMessagesQuery(ticket.id, sending.isPending));
  const refresh = () =>
    Promise.all([
      messages.refetch(),
      cache.invalidateQueries({ queryKey: keys.supportTicket(ticket.id) }),
    ]);
  const closable = ticket.status !== "closed";
  const closeButton = closable && (
    <Button onClick={() => setPanel("close")}>{t`Close ticket`}</Button>
  );
  return (
    <>
      <section
        aria-label={t`Ticket`}
        data-pane="ticket"
        className="flex min-h-0 min-w-0 flex-1 flex-col"
      >
        <TicketHead
          {...{ ticket, phone, onBack }}
          checkedAt={messages.dataUpdatedAt}
          onRefresh={() => void refresh()}
          onDetails={() => setPanel("details")}
          actions={closeButton}
        />
        <TicketThread
          ticket={ticket}
          messages={messages.data?.pages.flatMap((page) => page.items)}
          onMore={messages.hasNextPage ? () => void messages.fetchNextPage() : null}
          {...(messages.data === undefined &&
            messages.error !== null && {
              failure: (
                <ErrorState
                  className="py-10"
                  title={failureText(messages.error, t`Failed to load ticket details`)}
                  onRetry={() => void messages.refetch()}
                />
              ),
            })}
        />
        {closable ? (
          <>
            {ticket.status === "resolved" && (
              <Note
                tone="success"
                className="mx-4 mb-3 md:mx-8"
              >{t`This ticket is resolved. Reply to open it again.`}</Note>
            )}
            <ReplyBox
              label={t`Write a reply`}
              {...{ text, attachments }}
              onText={setText}
              busy={sending.isPending}
              onSend={(message) => sending.mutate({ message, attachmentIds: attachments.ids })}
            />
          </>
        ) : (
          <ClosedNotice ticket={ticket} />
        )}
      </section>
      <aside
        aria-label={t`Ticket details`}
        className="hidden w-60 shrink-0 overflow-y-auto border-s border-line-soft p-6 xl:block"
      >
        <TicketFacts ticket={ticket} />
      </aside>
      <Dialog
        open={panel === "details"}
        onOpenChange={(open) => setPanel(open ? "details" : null)}
        title={t`Ticket details`}
        {...(phone && closable && { footer: closeButton })}
      >
        <TicketFacts ticket={ticket} />
      </Dialog>
      {panel === "close" && <CloseDialog ticket={ticket} onClose={() => setPanel(null)} />}
    </>
  );
}

/** Replaces the reply box of a closed ticket (F-090). */
function ClosedNotice({ ticket }: { ticket: Ticket }) {
  return (
    <Note className="m-4 md:mx-8" icon={<Lock size={16} aria-hidden className="mt-px" />}>
      {ticket.mergedIntoId === null
        ? t`This ticket is closed and accepts no new messages. Open a new ticket if you need more help.`
        : t`This ticket was merged into another one of yours. Please continue there.`}
    </Note>
  );
}

function CloseDialog({ ticket, onClose }: { ticket: Ticket; onClose: () => void }) {
  const cache = useQueryClient();
  return (
    <ConfirmDialog
      title={t`Close this ticket?`}
      text={t`A closed ticket accepts no new messages.`}
      confirm={t`Close ticket`}
      failed={t`Failed to close ticket`}
      run={async () => {
        cache.setQueryData(keys.supportTicket(ticket.id), await closeTicket(ticket.id));
        void cache.invalidateQueries({ queryKey: keys.supportTicketLists });
        void cache.invalidateQueries({ queryKey: keys.supportOverview });
      }}
      onClose={onClose}
    />
  );
}
