import {
  Activity,
  Flag,
  Hourglass,
  LayoutPanelTop,
  ListTree,
  type LucideIcon,
  ScrollText,
  ShieldAlert,
  ShieldCheck,
  Ticket,
  UserRound,
} from "lucide-react";
import type { StaffOverview } from "../../api/staff-types.ts";

export interface StaffSection {
  /** Below `/staff`; the overview is `/staff` itself. */
  path: string;
  label: string;
  icon: LucideIcon;
  /** What waits there. */
  count?: (overview: StaffOverview) => number;
}

export interface StaffGroup {
  label: string | null;
  sections: readonly StaffSection[];
}

/** The staff area's navigation, in its order. */
export const staffGroups: readonly StaffGroup[] = [
  {
    label: null,
    sections: [
      { path: "", label: "Overview", icon: Activity },
      { path: "tenants", label: "Tenants", icon: LayoutPanelTop },
    ],
  },
  {
    label: "People",
    sections: [
      { path: "users", label: "Users", icon: UserRound },
      { path: "invite-codes", label: "Invite codes", icon: Ticket },
      {
        path: "waitlist",
        label: "Waitlist",
        icon: Hourglass,
        count: (overview) => overview.waitlistPending,
      },
      { path: "reports", label: "Reports", icon: Flag },
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
