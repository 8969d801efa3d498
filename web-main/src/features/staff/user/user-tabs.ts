import { t } from "@lingui/core/macro";
import type { ComponentType } from "react";
import type { StaffPermission } from "@guildhall/web-kit/api/staff-role-types.ts";
import type { StaffUser } from "@guildhall/web-kit/api/staff-types.ts";
import { ContentTab } from "./content-tab.tsx";
import { HistoryTab } from "./history-tab.tsx";
import { NotesTab } from "./notes-tab.tsx";
import { OverviewTab } from "./overview-tab.tsx";
import { SessionsTab } from "./sessions-tab.tsx";
import { TicketsTab } from "./tickets-tab.tsx";

export interface UserTabProps {
  user: StaffUser;
  /** The person's name with the handle or address, for dialogs. */
  name: string;
}

export interface UserTab {
  /** Last segment of its path; the overview has none. */
  slug: string;
  label: string;
  needs: StaffPermission;
  Content: ComponentType<UserTabProps>;
}

const TABS: readonly UserTab[] = [
  { slug: "", label: t`Overview`, needs: "accounts", Content: OverviewTab },
  { slug: "sessions", label: t`Sessions`, needs: "accounts", Content: SessionsTab },
  { slug: "content", label: t`Content`, needs: "moderation", Content: ContentTab },
  { slug: "tickets", label: t`Tickets`, needs: "support", Content: TicketsTab },
  { slug: "notes", label: t`Notes`, needs: "accounts", Content: NotesTab },
  { slug: "history", label: t`History`, needs: "accounts", Content: HistoryTab },
];

/** The tabs that these permissions include. */
export function userTabs(permissions: ReadonlySet<StaffPermission>): UserTab[] {
  return TABS.filter(({ needs }) => permissions.has(needs));
}
