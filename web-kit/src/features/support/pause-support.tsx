import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Title } from "../../shell/title.tsx";
import { useIsDesktop } from "../../shell/use-is-desktop.ts";
import { Button, ButtonLink } from "../../ui/button.tsx";
import { NewTicketDialog } from "./new-ticket-dialog.tsx";
import { ticketsQuery } from "./queries.ts";
import { useSupportLocation } from "./support-location.ts";
import { ticketPath } from "./ticket-list.tsx";
import { TicketsTab } from "./tickets-tab.tsx";

/** The support centre of a paused account: only its tickets about the pause. */
export function PauseSupport({ viewerId }: { viewerId: string }) {
  const { place, open, showList } = useSupportLocation();
  const [asking, setAsking] = useState(false);
  const { data } = useInfiniteQuery(ticketsQuery(""));
  const phone = !useIsDesktop();
  const tickets = data?.pages.flatMap((page) => page.items);
  // One ticket at a time: a closed one may be followed by another.
  const mayAsk = tickets !== undefined && tickets.every(({ status }) => status === "closed");
  return (
    <div className="flex min-h-0 flex-1 flex-col bg-surface md:mx-2 md:mb-2 md:rounded-lg md:shadow-[0_0_0_1px_var(--line-soft),var(--e1)] md:forced-colors:border">
      <Title>{t`Support Center`}</Title>
      <div className="flex shrink-0 flex-wrap items-center gap-3 border-b border-line px-4 py-3 md:px-6">
        <h1 className="display me-auto text-20">{t`Support Center`}</h1>
        <ButtonLink to="/access-paused">{t`Back`}</ButtonLink>
        {mayAsk && (
          <Button
            variant="primary"
            onClick={() => setAsking(true)}
          >{t`Ask about the pause`}</Button>
        )}
      </div>
      <p className="border-b border-line-soft px-4 py-2.5 text-13 text-ink-2 md:px-6">{t`While your account is paused, you can have one open ticket about the pause.`}</p>
      <TicketsTab
        {...{ viewerId, phone }}
        ticketId={place.id}
        onNew={() => setAsking(true)}
        onBack={showList}
      />
      {asking && (
        <NewTicketDialog
          aboutPause
          onCreated={({ id }) => open(ticketPath(id))}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  );
}
