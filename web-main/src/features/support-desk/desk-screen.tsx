import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { useLocation, useNavigate, useParams } from "react-router";
import { useMe } from "@guildhall/web-kit/features/accounts/queries.ts";
import { MobileHeader } from "@guildhall/web-kit/shell/mobile-header.tsx";
import { Title } from "@guildhall/web-kit/shell/title.tsx";
import { useIsDesktop } from "@guildhall/web-kit/shell/use-is-desktop.ts";
import { Dot } from "@guildhall/web-kit/ui/dot.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { Segments } from "@guildhall/web-kit/ui/segments.tsx";
import { ChatInbox } from "./chat-inbox.tsx";
import { ChatDesk } from "./chat-desk.tsx";
import { presenceQuery, teamQuery } from "./queries.ts";
import { TicketDesk } from "./ticket-desk.tsx";
import { TicketInbox } from "./ticket-inbox.tsx";

type Inbox = "tickets" | "chats";

/** The inbox and the open item that the part of the path below `/live-support` names. */
export function parseDeskPath(path: string): { inbox: Inbox; id: string | null } {
  const [inbox, id = ""] = path.split("/");
  return { inbox: inbox === "chats" ? "chats" : "tickets", id: id === "" ? null : id };
}

/** Live support: the ticket and chat inboxes, next to the open item. */
export function DeskScreen() {
  const me = useMe();
  const { inbox, id } = parseDeskPath(useParams()["*"] ?? "");
  const { search } = useLocation();
  const navigate = useNavigate();
  const phone = !useIsDesktop();
  const staff = useStaffNames();
  if (me === null) return null;
  const toItem = (item: string) => `/live-support/${inbox}/${item}${search}`;
  const back = () => void navigate(`/live-support/${inbox}${search}`);
  const go = (item: string) => void navigate(toItem(item), { replace: id !== null });
  const isItemOpen = phone && id !== null;
  return (
    <div className="flex min-h-0 min-w-0 flex-1 flex-col md:pe-2 md:pb-2">
      <Title>{t`Live support · Staff`}</Title>
      {phone && !isItemOpen && <MobileHeader title={t`Live support`} back="/staff" />}
      <div className="flex min-h-0 flex-1 flex-col bg-surface md:rounded-lg md:shadow-[0_0_0_1px_var(--line-soft),var(--e1)] md:forced-colors:border">
        <div
          className={clsx(
            "flex shrink-0 flex-wrap items-center gap-3 border-b border-line px-4 py-3 md:px-6",
            isItemOpen && "sr-only",
          )}
        >
          <h1 className="display text-20 max-md:sr-only">{t`Live support`}</h1>
          <Segments
            label={t`Inbox`}
            segments={[
              { value: "tickets", label: t`Tickets` },
              { value: "chats", label: t`Chats` },
            ]}
            value={inbox}
            onChange={(next) => void navigate(`/live-support/${next}`)}
          />
          {id === null && <Availability />}
        </div>
        <div className="flex min-h-0 flex-1">
          {!isItemOpen &&
            (inbox === "tickets" ? (
              <TicketInbox {...{ me, phone, staff }} current={id} toTicket={toItem} onGo={go} />
            ) : (
              <ChatInbox {...{ me, phone }} current={id} toChat={toItem} onGo={go} />
            ))}
          {id === null ? (
            !phone && <NothingOpen />
          ) : inbox === "tickets" ? (
            <TicketDesk ticketId={id} {...{ me, staff }} toTicket={toItem} onBack={back} />
          ) : (
            <ChatDesk conversationId={id} {...{ me, staff }} onBack={back} />
          )}
        </div>
      </div>
    </div>
  );
}

function NothingOpen() {
  return (
    <div className="grid min-w-0 flex-1 place-items-center">
      <EmptyState
        picture="oculus"
        title={t`Choose an item`}
        text={t`Press j and k to move through the inbox, r to reply, a to assign, s to change the status.`}
      />
    </div>
  );
}

/** Counts as present while nothing is open; an open item reports itself. */
function Availability() {
  const { data } = useQuery(presenceQuery(null));
  if (data === undefined) return null;
  return (
    <p className="ms-auto flex items-center gap-2 text-13 text-ink-2">
      <Dot tone="success" />

      {t`${{ count: data.staffAvailable }} staff available`}
    </p>
  );
}

/** Id and name of each member of the support staff. */
function useStaffNames(): (readonly [string, string])[] {
  const { data } = useQuery(teamQuery);
  return (data?.items ?? []).map(({ userId, displayName }) => [userId, displayName] as const);
}
