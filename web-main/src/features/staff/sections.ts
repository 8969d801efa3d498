import {
  Activity,
  ChartLine,
  Flag,
  Hourglass,
  LayoutPanelTop,
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
  /** Path segment below `/staff`; the overview is `/staff` itself. */
  path: string;
  label: string;
  icon: LucideIcon;
  /** Path segments of pages that are reached from this section. */
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
    label: "Platform",
    sections: [
      { path: "legal", label: "Legal documents", icon: ScrollText },
      { path: "two-factor-policy", label: "Two-factor policy", icon: ShieldCheck },
      { path: "security-alerts", label: "Security alerts", icon: ShieldAlert },
      { path: "audit", label: "Audit log", icon: ListTree },
    ],
  },
];

/** True if the path is the section's own or that of a page in it. */
export function isSectionPath({ path, holds = [] }: StaffSection, pathname: string): boolean {
  const [, , part = ""] = pathname.split("/");
  return part === path || holds.includes(part);
}
