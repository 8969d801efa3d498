import { Menu as MenuIcon } from "lucide-react";
import { useState } from "react";
import { NavLink, useMatch } from "react-router";
import type { Me } from "../api/types.ts";
import { MoreSheet } from "./more-sheet.tsx";
import { communitiesItem } from "./nav-items.ts";

const tab =
  "grid h-[58px] justify-items-center content-center gap-[3px] text-11 font-medium text-ink-3 aria-[current=page]:font-semibold aria-[current=page]:text-brand-text focus-visible:-outline-offset-2";

/** The phone's way around. A screen with a composer needs the room, so the bar steps aside there. */
export function BottomBar({ me }: { me: Me }) {
  const [more, setMore] = useState(false);
  const writing = useMatch("/communities/:communityId/threads/:threadId") !== null;
  if (writing) return null;
  const Icon = communitiesItem.icon;
  return (
    <nav
      aria-label="Main"
      className="grid shrink-0 auto-cols-fr grid-flow-col bg-surface pb-[env(safe-area-inset-bottom)] shadow-[0_-1px_0_var(--line-soft)] md:hidden"
    >
      <NavLink to={communitiesItem.to} className={tab}>
        <Icon size={22} aria-hidden />
        {communitiesItem.label}
      </NavLink>
      <button type="button" className={tab} aria-haspopup="dialog" onClick={() => setMore(true)}>
        <MenuIcon size={22} aria-hidden />
        More
      </button>
      <MoreSheet me={me} open={more} onOpenChange={setMore} />
    </nav>
  );
}
