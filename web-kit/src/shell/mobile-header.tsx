import { t } from "@lingui/core/macro";
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { Me } from "../api/types.ts";
import { useMe } from "../features/accounts/queries.ts";
import { Count } from "../ui/count.tsx";
import { IconButton } from "../ui/icon-button.tsx";
import { useBadges, pendingCount } from "./badges.ts";
import { useHasSiteAccess } from "./portal-access.ts";
import { useNav } from "./nav-items.ts";
import { routeTitle } from "./route-title.ts";
import { PhoneSearchButton } from "./search-button.tsx";

export interface MobileHeaderProps {
  /** Defaults to the title of the route. */
  title?: ReactNode;
  subtitle?: string;
  /** Target of the back button; there is no button without it. */
  back?: string | undefined;
  /** Called by the back button, if it leads to no fixed page. */
  onBack?: () => void;
  actions?: ReactNode;
}

/** A screen's header on phones; not rendered next to the desktop header. */
export function MobileHeader({ title, subtitle, back, onBack, actions }: MobileHeaderProps) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const me = useMe();
  return (
    <header className="relative z-10 flex h-14 shrink-0 items-center gap-1 bg-surface px-2 shadow-[0_1px_0_var(--line-soft)] md:hidden [[data-visitor]_&]:hidden">
      {back === undefined && onBack === undefined ? (
        <span className="w-2" />
      ) : (
        <IconButton
          label={t`Back`}
          size="touch"
          icon={<ChevronLeft size={22} className="rtl:-scale-x-100" />}
          onClick={onBack ?? (() => void navigate(back ?? "/home"))}
        />
      )}
      <div className="min-w-0 flex-1">
        <p className="truncate text-16 font-semibold">{title ?? routeTitle(pathname)}</p>
        {subtitle !== undefined && <p className="truncate text-12 text-ink-3">{subtitle}</p>}
      </div>
      {actions}
      {me !== null && <HeaderActions me={me} />}
    </header>
  );
}

/** Links available on every screen: search and activity. */
function HeaderActions({ me }: { me: Me }) {
  const belongs = useHasSiteAccess(me);
  return (
    <>
      {belongs && <PhoneSearchButton />}
      <Bell me={me} />
    </>
  );
}

function Bell({ me }: { me: Me }) {
  const [activity] = useNav("bell", me);
  const waiting = useBadges(me);
  const { pathname } = useLocation();
  // On the activity screen there is no link to itself.
  if (activity === undefined || pathname === activity.to) return null;
  const Icon = activity.icon;
  return (
    <Link to={activity.to} className="relative grid size-11 place-items-center rounded-sm">
      <Icon size={22} aria-hidden className="text-ink-2" />
      <Count
        value={pendingCount(activity, waiting)}
        label={`${t({ message: "waiting", context: "after a number" })}, `}
        className="absolute end-0.5 top-0.5 shadow-[0_0_0_2px_var(--surface)]"
      />
      <span className="sr-only">{activity.label}</span>
    </Link>
  );
}
