import { t } from "@lingui/core/macro";
import { Menu as MenuIcon } from "lucide-react";
import { useState } from "react";
import { NavLink, useMatch } from "react-router";
import type { Me } from "../api/types.ts";
import { Count } from "../ui/count.tsx";
import { MoreSheet } from "./more-sheet.tsx";
import { type PendingCounts, pendingCount } from "./badges.ts";
import { type NavItem, useNav } from "./nav-items.ts";

const tab =
  "grid h-[58px] justify-items-center content-center gap-[3px] text-center text-11 font-medium text-ink-3 aria-[current=page]:font-semibold aria-[current=page]:text-brand-text focus-visible:-outline-offset-2";

/** The navigation on phones. It is hidden on screens with a composer, which need the space. */
export function BottomBar({ me, waiting }: { me: Me; waiting: PendingCounts }) {
  const [more, setMore] = useState(false);
  const items = useNav("tabs", me);
  const inThread = useMatch("/communities/:communityId/threads/:threadId") !== null;
  const message = useMatch("/messages/:conversationId");
  const inConversation = message !== null && message.params.conversationId !== "new";
  const inTicket = useMatch("/support/tickets/:ticketId") !== null;
  const inChat = useMatch("/support/conversations/:conversationId") !== null;
  const atDesk = useMatch("/live-support/:inbox/:id") !== null;
  if (inThread || inConversation || inTicket || inChat || atDesk) return null;
  return (
    <nav
      aria-label={t`Main`}
      className="grid shrink-0 auto-cols-fr grid-flow-col bg-surface pb-[env(safe-area-inset-bottom)] shadow-[0_-1px_0_var(--line-soft)] md:hidden"
    >
      {items.map((item) => (
        <Tab key={item.to} item={item} waiting={pendingCount(item, waiting)} />
      ))}
      <button type="button" className={tab} aria-haspopup="dialog" onClick={() => setMore(true)}>
        <MenuIcon size={22} aria-hidden />
        {t({ message: "More", context: "further entries of the navigation" })}
      </button>
      <MoreSheet me={me} waiting={waiting} open={more} onOpenChange={setMore} />
    </nav>
  );
}

function Tab({ item, waiting }: { item: NavItem; waiting: number }) {
  const Icon = item.icon;
  return (
    <NavLink to={item.to} className={tab}>
      {({ isActive }) => (
        <>
          <span className="relative">
            <Icon size={22} aria-hidden />
            {(!isActive || item.badge === "messages") && (
              <Count
                value={waiting}
                label={`${t({ message: "unread", context: "after a number" })}, `}
                className="absolute -end-3.5 -top-2 shadow-[0_0_0_2px_var(--surface)]"
              />
            )}
          </span>
          {item.tabLabel ?? item.label}
        </>
      )}
    </NavLink>
  );
}
