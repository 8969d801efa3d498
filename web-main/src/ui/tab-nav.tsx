import { type ReactNode, useEffect, useRef } from "react";
import { NavLink, useLocation } from "react-router";

export interface TabLink {
  to: string;
  label: string;
  /** True for the first tab, whose path is the beginning of the others'. */
  end?: boolean;
  /** Shown after the label, such as a dot. */
  mark?: ReactNode;
}

/** Tabs that have addresses of their own, as links. */
export function TabNav({ label, tabs }: { label: string; tabs: readonly TabLink[] }) {
  const links = useRef<HTMLElement>(null);
  const { pathname } = useLocation();
  // On a phone the tab bar scrolls: keep the open tab visible.
  useEffect(() => {
    const all = links.current?.querySelectorAll("a") ?? [];
    // The path of a page in a tab is below that of its tab.
    const open = [...all].findLast(({ pathname: to }) => `${pathname}/`.startsWith(`${to}/`));
    open?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [pathname]);
  return (
    <nav
      ref={links}
      aria-label={label}
      className="mt-2 flex shrink-0 gap-1 overflow-x-auto px-2 shadow-[inset_0_-1px_0_var(--line)] md:mt-3 md:px-4"
    >
      {tabs.map(({ to, label: name, end = false, mark }) => (
        <NavLink
          key={to}
          to={to}
          end={end}
          className="relative inline-flex h-10 items-center gap-2 px-2 text-13 font-medium whitespace-nowrap text-ink-2 hover:text-ink focus-visible:-outline-offset-2 aria-[current=page]:font-semibold aria-[current=page]:text-ink aria-[current=page]:after:absolute aria-[current=page]:after:inset-x-2 aria-[current=page]:after:bottom-0 aria-[current=page]:after:h-0.5 aria-[current=page]:after:bg-brand-line max-md:h-12"
        >
          {name}
          {mark}
        </NavLink>
      ))}
    </nav>
  );
}
