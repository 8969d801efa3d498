import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { ChevronLeft, Plus } from "lucide-react";
import { useState } from "react";
import { MobileHeader } from "../../shell/mobile-header.tsx";
import { Title } from "../../shell/title.tsx";
import { useIsDesktop } from "../../shell/use-is-desktop.ts";
import { Button } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { Tab, TabList, TabPanel, Tabs } from "../../ui/tabs.tsx";
import { chatPath } from "./chat-list.tsx";
import { ConversationsTab } from "./conversations-tab.tsx";
import { NewChatDialog } from "./new-chat-dialog.tsx";
import { NewTicketDialog } from "./new-ticket-dialog.tsx";
import { OverviewTab } from "./overview-tab.tsx";
import { overviewQuery } from "./queries.ts";
import { type SupportTab, useSupportLocation } from "./support-location.ts";
import { ticketPath } from "./ticket-list.tsx";
import { TicketsTab } from "./tickets-tab.tsx";

const TABS: readonly { tab: SupportTab; label: string }[] = [
  { tab: "overview", label: t`Overview` },
  { tab: "conversations", label: t`Conversations` },
  { tab: "tickets", label: t`Tickets` },
];

export interface SupportScreenProps {
  viewerId: string;
}

/** The support centre: overview, chats and tickets of a member. */
export function SupportScreen({ viewerId }: SupportScreenProps) {
  const { place, showTab, open, showList, leave } = useSupportLocation();
  const [dialog, setDialog] = useState<"ticket" | "chat" | null>(null);
  const { data: overview } = useQuery(overviewQuery);
  const phone = !useIsDesktop();
  const newTicket = () => setDialog("ticket");
  const newChat = () => setDialog("chat");
  const isItemOpen = phone && place.id !== null;
  return (
    <div className="flex min-h-0 flex-1 flex-col md:px-2 md:pb-2">
      <Title>{t`Support Center`}</Title>
      {phone && !isItemOpen && (
        <MobileHeader
          title={t`Support Center`}
          onBack={leave}
          actions={
            <IconButton
              size="touch"
              label={t`New ticket`}
              icon={<Plus size={22} aria-hidden />}
              onClick={newTicket}
            />
          }
        />
      )}
      <Tabs
        value={place.tab}
        onValueChange={(tab) => showTab(TABS.find((one) => one.tab === tab)?.tab ?? "overview")}
        className="flex min-h-0 flex-1 flex-col bg-surface md:rounded-lg md:shadow-[0_0_0_1px_var(--line-soft),var(--e1)] md:forced-colors:border"
      >
        {isItemOpen ? (
          <h1 className="sr-only">{t`Support Center`}</h1>
        ) : (
          <div className="flex shrink-0 items-end gap-6 border-b border-line md:px-6 md:pt-4">
            <span className="flex items-center gap-1 pb-2.5 max-md:sr-only">
              {!phone && (
                <IconButton
                  label={t`Back`}
                  className="-ms-2"
                  icon={<ChevronLeft size={18} aria-hidden className="rtl:-scale-x-100" />}
                  onClick={leave}
                />
              )}
              <h1 className="display text-20">{t`Support Center`}</h1>
            </span>
            <TabList aria-label={t`Support Center`} className="min-w-0 shadow-none! max-md:px-2">
              {TABS.map(({ tab, label }) => (
                <Tab key={tab} value={tab}>
                  {label}
                </Tab>
              ))}
            </TabList>
            {!phone && (
              <Button
                variant="primary"
                className="ms-auto mb-2.5"
                icon={<Plus size={15} aria-hidden />}
                onClick={newTicket}
              >{t`New ticket`}</Button>
            )}
          </div>
        )}
        <TabPanel value={place.tab} tabIndex={-1} className="flex min-h-0 flex-1 flex-col">
          {place.tab === "overview" && <OverviewTab onNewTicket={newTicket} onNewChat={newChat} />}
          {place.tab === "conversations" && (
            <ConversationsTab
              {...{ viewerId, phone }}
              conversationId={place.id}
              onNew={newChat}
              onBack={showList}
            />
          )}
          {place.tab === "tickets" && (
            <TicketsTab
              {...{ viewerId, phone }}
              ticketId={place.id}
              onNew={newTicket}
              onBack={showList}
            />
          )}
        </TabPanel>
      </Tabs>
      {dialog === "ticket" && (
        <NewTicketDialog
          onCreated={({ id }) => open(ticketPath(id))}
          onClose={() => setDialog(null)}
        />
      )}
      {dialog === "chat" && (
        <NewChatDialog
          staffAvailable={overview?.staffAvailable ?? 0}
          onStarted={({ id }) => open(chatPath(id))}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  );
}
