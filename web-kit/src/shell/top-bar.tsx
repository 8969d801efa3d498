import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Link, NavLink } from "react-router";
import { Count } from "../ui/count.tsx";
import { type PendingCounts, pendingCount } from "./badges.ts";
import { BrandLockup } from "./brand-lockup.tsx";
import type { NavItem } from "./nav-items.ts";

const itemClass =
  "inline-flex h-8 items-center gap-1.5 rounded-sm px-2.5 text-13 font-medium whitespace-nowrap text-bar-ink-2 hover:bg-bar-hover hover:text-bar-ink focus-visible:outline-current aria-[current=page]:bg-bar-selected aria-[current=page]:font-semibold aria-[current=page]:text-bar-ink";

/** The desktop header: brand, navigation, and the user's controls at the end. */
export function TopBar(props: { items: NavItem[]; waiting?: PendingCounts; end: ReactNode }) {
  const { items, waiting = {}, end } = props;
  return (
    <header
      data-pane="bar"
      className="hidden h-14 shrink-0 items-center gap-1 bg-bar ps-5 pe-4 text-bar-ink md:flex forced-colors:border-b"
    >
      <Link to="/home" className="me-5 shrink-0 rounded-sm focus-visible:outline-current">
        {/* On a coloured bar the mark has the bar's text colour, since it would be invisible
            otherwise. */}
        <span className="[[data-chrome=brand]_&]:[--mark:var(--bar-ink)] [[data-chrome=brand]_&]:[--on-mark:var(--bar)]">
          <BrandLockup size={24} className="text-[0.9375rem]" />
        </span>
        <span className="sr-only">{t`, home`}</span>
      </Link>
      <nav aria-label={t`Main`} className="flex items-center gap-0.5">
        {items.map((item) => (
          <NavLink
            key={item.to}
            to={item.to}
            className={clsx(itemClass, item.isWide === true && "max-lg:hidden")}
          >
            {({ isActive }) => (
              <>
                {item.label}
                {/* The open section shows its new items itself, except those of other conversations. */}
                {(!isActive || item.badge === "messages") && (
                  <Count
                    tone="bar"
                    value={pendingCount(item, waiting)}
                    label={t({ message: "unread", context: "after a number" })}
                  />
                )}
              </>
            )}
          </NavLink>
        ))}
      </nav>
      <div className="ms-auto flex items-center gap-2">{end}</div>
    </header>
  );
}
