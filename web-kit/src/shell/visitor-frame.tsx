import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { ButtonLink } from "../ui/button.tsx";
import { BrandLockup } from "./brand-lockup.tsx";
import { useNav } from "./nav-items.ts";
import { OfflineBanner } from "./offline-banner.tsx";
import { TopBar } from "./top-bar.tsx";

/** The frame of public pages for visitors. */
export function VisitorFrame({ children }: { children: ReactNode }) {
  return (
    <div
      data-visitor
      className="relative flex h-(--screen-height,100dvh) flex-col overflow-hidden bg-canvas"
    >
      <OfflineBanner />
      <TopBar items={useNav("bar", null)} end={<VisitorLinks />} />
      <header className="flex h-14 shrink-0 items-center justify-between gap-3 bg-surface ps-4 pe-2 md:hidden">
        <Link to="/">
          <BrandLockup size={24} className="text-[0.9375rem]" />
          <span className="sr-only">{t`, home`}</span>
        </Link>
        <VisitorLinks />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="flex min-h-0 flex-1 flex-col outline-none md:[[data-chrome=brand]_&]:pt-2 md:[[data-chrome=deep]_&]:pt-2"
      >
        {children}
      </main>
    </div>
  );
}

function VisitorLinks() {
  return (
    <span className="flex gap-2">
      <ButtonLink to="/login">{t`Log In`}</ButtonLink>
      <ButtonLink to="/signup" variant="primary" className="max-sm:hidden">{t`Sign up`}</ButtonLink>
    </span>
  );
}
