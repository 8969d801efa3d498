import { t } from "@lingui/core/macro";
import { hasPassed } from "@guildhall/web-kit/api/server-clock.ts";
import { Badge } from "@guildhall/web-kit/ui/badge.tsx";

interface UserStatus {
  accountStatus: string;
  pausedUntil: string | null;
  status: string | null;
  emailVerified: boolean;
  isStaff: boolean;
}

function isPaused({ accountStatus, pausedUntil }: UserStatus): boolean {
  if (accountStatus !== "paused") return false;
  return pausedUntil === null || !hasPassed(pausedUntil);
}

/** Badges for an account's roles and unusual states; "Active" if there is no restriction. */
export function StatusBadges({ user }: { user: UserStatus }) {
  const paused = isPaused(user);
  const fine = user.status === null && !paused && user.emailVerified;
  return (
    <span className="inline-flex flex-wrap gap-1">
      {user.status === "banned" && <Badge tone="danger">{t`Banned`}</Badge>}
      {user.status === "suspended" && <Badge tone="danger">{t`Suspended`}</Badge>}
      {paused && <Badge tone="warning">{t`Paused`}</Badge>}
      {!user.emailVerified && <Badge tone="info">{t`Unverified`}</Badge>}
      {fine && <Badge tone="success">{t`Active`}</Badge>}
      {user.isStaff && <Badge tone="brand">{t`Staff`}</Badge>}
    </span>
  );
}
