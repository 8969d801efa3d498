import {
  Bell,
  CircleCheck,
  CircleX,
  Flag,
  LifeBuoy,
  type LucideIcon,
  Mail,
  Megaphone,
  MessagesSquare,
  Reply,
  UserPlus,
  CalendarDays,
  AtSign,
} from "lucide-react";
import { clsx } from "clsx";
import type { ActivityItem } from "../../api/types.ts";
import { CommunityIcon } from "../communities/community-icon.tsx";
import { PersonPicture } from "../person-card/person-trigger.tsx";

const ICONS_BY_KIND: Partial<Record<ActivityItem["type"], LucideIcon>> = {
  community_post: AtSign,
  community_reply: Reply,
  community_thread: MessagesSquare,
  community_announcement: Megaphone,
  community_event: CalendarDays,
  direct_message: Mail,
};

/**
 * The icon of a notification: its author's picture, which opens their card above the row's link, or
 * a symbol for its subject. The text is next to it.
 */
export function ItemIcon({ item }: { item: ActivityItem }) {
  const { author, communityName, count } = item;
  // A group has several authors.
  if (author !== null && count === 1) {
    const Kind = item.requestId === null ? ICONS_BY_KIND[item.type] : UserPlus;
    return (
      <span className="relative z-1 shrink-0 self-start">
        <PersonPicture person={author} size={36} isAlone />
        {Kind !== undefined && (
          <span
            aria-hidden
            className="pointer-events-none absolute -end-1 -bottom-1 grid size-[18px] place-items-center rounded-full bg-raised text-ink-2 shadow-[0_0_0_1px_var(--line)]"
          >
            <Kind size={11} />
          </span>
        )}
      </span>
    );
  }
  if (item.category === "communities" && communityName !== null) {
    const community = { name: communityName, groupType: "community" } as const;
    return (
      <span className="shrink-0 self-start">
        <CommunityIcon community={community} size={36} />
      </span>
    );
  }
  const { Icon, tone } = iconFor(item);
  return (
    <span
      aria-hidden
      className={clsx("grid size-9 shrink-0 place-items-center self-start rounded-full", tone)}
    >
      <Icon size={17} />
    </span>
  );
}

function iconFor({ type, category, actionRequired }: ActivityItem): {
  Icon: LucideIcon;
  tone: string;
} {
  const quiet = "bg-selected text-ink-2";
  if (type === "join_approved" || type === "affiliation_approved") {
    return { Icon: CircleCheck, tone: "bg-success-subtle text-success-text" };
  }
  if (type === "join_rejected" || type === "affiliation_rejected") {
    return { Icon: CircleX, tone: quiet };
  }
  if (category === "support") return { Icon: LifeBuoy, tone: quiet };
  if (actionRequired) return { Icon: Flag, tone: "bg-warning-subtle text-warning-text" };
  return { Icon: ICONS_BY_KIND[type] ?? Bell, tone: quiet };
}
