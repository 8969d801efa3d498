import { t } from "@lingui/core/macro";
import {
  Activity,
  ChartLine,
  Contact,
  Flag,
  Funnel,
  Gavel,
  Headphones,
  Hourglass,
  Landmark,
  LayoutPanelTop,
  LifeBuoy,
  ListChecks,
  ListTree,
  type LucideIcon,
  MessageCircleWarning,
  Plug,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
  Stamp,
  Ticket,
  UserRound,
  UsersRound,
} from "lucide-react";
import type { StaffPermission } from "@guildhall/web-kit/api/staff-role-types.ts";
import type { StaffOverview } from "@guildhall/web-kit/api/staff-types.ts";

export interface StaffSection {
  /** Path segment below `/staff`, where the overview has none; or a whole path. */
  path: string;
  label: string;
  icon: LucideIcon;
  /** The permission that the page needs. */
  needs: StaffPermission;
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
      { path: "", label: t`Overview`, icon: Activity, needs: "staffPortal" },
      {
        path: "tenants",
        label: t`Portals`,
        icon: LayoutPanelTop,
        needs: "administration",
        holds: ["edges"],
      },
      { path: "analytics", label: t`Analytics`, icon: ChartLine, needs: "analytics" },
    ],
  },
  {
    label: t`People`,
    sections: [
      { path: "users", label: t`Users`, icon: UserRound, needs: "accounts" },
      {
        path: "affiliation-requests",
        label: t`Affiliation requests`,
        icon: Stamp,
        needs: "moderation",
        count: ({ overview }) => overview?.affiliationRequestsPending ?? 0,
      },
      { path: "invite-codes", label: t`Invite codes`, icon: Ticket, needs: "administration" },
      {
        path: "waitlist",
        label: t`Waitlist`,
        icon: Hourglass,
        needs: "moderation",
        count: ({ overview }) => overview?.waitlistPending ?? 0,
      },
    ],
  },
  {
    label: t`Spaces`,
    sections: [
      { path: "affiliations", label: t`Affiliations`, icon: Landmark, needs: "administration" },
      { path: "communities", label: t`Communities`, icon: UsersRound, needs: "moderation" },
      {
        path: "reports",
        label: t`Reports`,
        icon: Flag,
        needs: "moderation",
        count: ({ openReports }) => openReports,
      },
      {
        path: "message-reports",
        label: t`Reported messages`,
        icon: MessageCircleWarning,
        needs: "moderation",
        count: ({ openMessageReports }) => openMessageReports,
      },
      { path: "moderation", label: t`Moderation history`, icon: Gavel, needs: "administration" },
    ],
  },
  {
    label: t`Help`,
    sections: [
      {
        path: "/live-support",
        label: t`Support desk`,
        icon: LifeBuoy,
        needs: "support",
        holds: ["/live-support/tickets"],
      },
      {
        path: "/live-support/chats",
        label: t`Live support`,
        icon: Headphones,
        needs: "support",
        holds: ["/live-support/chats"],
      },
      { path: "/support-team", label: t`Support team`, icon: Contact, needs: "support" },
    ],
  },
  {
    label: t`Platform`,
    sections: [
      { path: "legal", label: t`Legal documents`, icon: ScrollText, needs: "administration" },
      {
        path: "two-factor-policy",
        label: t`Two-factor policy`,
        icon: ShieldCheck,
        needs: "administration",
      },
      {
        path: "content-filter",
        label: t`Content filter`,
        icon: Funnel,
        needs: "administration",
      },
      {
        path: "security-alerts",
        label: t`Security alerts`,
        icon: ShieldAlert,
        needs: "administration",
      },
      { path: "integrations", label: t`Integrations`, icon: Plug, needs: "administration" },
      { path: "jobs", label: t`Jobs`, icon: ListChecks, needs: "administration" },
      { path: "audit", label: t`Audit log`, icon: ListTree, needs: "administration" },
    ],
  },
];

/** The groups with the sections that these permissions include. */
export function visibleGroups(permissions: ReadonlySet<StaffPermission>): StaffGroup[] {
  return staffGroups
    .map(({ label, sections }) => ({
      label,
      sections: sections.filter(({ needs }) => permissions.has(needs)),
    }))
    .filter(({ sections }) => sections.length > 0);
}

/** The section that a page belongs to. */
export function sectionAt(pathname: string): StaffSection | undefined {
  return staffGroups
    .flatMap(({ sections }) => sections)
    .find((section) => isSectionPath(section, pathname));
}

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
