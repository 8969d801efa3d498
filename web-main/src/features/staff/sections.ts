import {
  Activity,
  ChartLine,
  Contact,
  Flag,
  Headphones,
  Hourglass,
  LayoutPanelTop,
  LifeBuoy,
  ListTree,
  type LucideIcon,
  MessageCircleWarning,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
  Stamp,
  Ticket,
  UserRound,
  UsersRound,
} from "lucide-react";
import type { StaffOverview } from "@guildhall/web-kit/api/staff-types.ts";

export interface StaffSection {
  /** Path segment below `/staff`, where the overview has none; or a whole path. */
  path: string;
  label: string;
  icon: LucideIcon;
  /** Path segments, or whole paths, of pages that are reached from this section. */
  holds?: readonly string[];
  /** Number of pending items. */
  count?: (waiting: StaffCounts) => number;
}

/** The data for the sections' pending counts. */
export interface StaffCounts {
  overview: StaffOverview | undefined;
  openReports: number;
  openMessageReports: number;
}

export interface StaffGroup {
  label: string | null;
  sections: readonly StaffSection[];
}

/** The staff area's navigation in order. */
export const staffGroups: readonly StaffGroup[] = [
  {
    label: null,
    sections: [
      { path: "", label: "Overview", icon: Activity },
      { path: "tenants", label: "Portals", icon: LayoutPanelTop, holds: ["edges"] },
      { path: "analytics", label: "Analytics", icon: ChartLine },
    ],
  },
  {
    label: "People",
    sections: [
      { path: "users", label: "Users", icon: UserRound },
      {
        path: "affiliation-requests",
        label: "Affiliation requests",
        icon: Stamp,
        holds: ["affiliations"],
        count: ({ overview }) => overview?.affiliationRequestsPending ?? 0,
      },
      { path: "communities", label: "Communities", icon: UsersRound },
      { path: "invite-codes", label: "Invite codes", icon: Ticket },
      {
        path: "waitlist",
        label: "Waitlist",
        icon: Hourglass,
        count: ({ overview }) => overview?.waitlistPending ?? 0,
      },
      { path: "reports", label: "Reports", icon: Flag, count: ({ openReports }) => openReports },
      {
        path: "message-reports",
        label: "Reported messages",
        icon: MessageCircleWarning,
        count: ({ openMessageReports }) => openMessageReports,
      },
    ],
  },
  {
    label: "Help",
    sections: [
      {
        path: "/live-support",
        label: "Support desk",
        icon: LifeBuoy,
        holds: ["/live-support/tickets"],
      },
      {
        path: "/live-support/chats",
        label: "Live support",
        icon: Headphones,
        holds: ["/live-support/chats"],
      },
      { path: "/support-team", label: "Support team", icon: Contact },
    ],
  },
  {
    label: "Platform",
    sections: [
      { path: "legal", label: "Legal documents", icon: ScrollText },
      { path: "two-factor-policy", label: "Two-factor policy", icon: ShieldCheck },
      { path: "security-alerts", label: "Security alerts", icon: ShieldAlert },
      { path: "audit", label: "Audit log", icon: ListTree },
    ],
  },
];

/** The address of a section. */
export function sectionPath({ path }: StaffSection): string {
  if (path.startsWith("/")) return path;
  return path === "" ? "/staff" : `/staff/${path}`;
}

/** True if the path is the section's own or that of a page in it. */
export function isSectionPath({ path, holds = [] }: StaffSection, pathname: string): boolean {
  if (path.startsWith("/")) {
    return pathname === path || holds.some((held) => `${pathname}/`.startsWith(`${held}/`));
  }
  if (!`${pathname}/`.startsWith("/staff/")) return false;
  const [, , part = ""] = pathname.split("/");
  return part === path || holds.includes(part);
}
