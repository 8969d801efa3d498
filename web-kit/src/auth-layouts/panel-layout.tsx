import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { BrandLockup } from "../shell/brand-lockup.tsx";
import { useBoot } from "../shell/app.ts";
import { BrandPicture } from "./brand-picture.tsx";
import { FootLinks, RunsOnGuildhall } from "./foot-links.tsx";
import { LanguageMenu } from "./language-menu.tsx";

/** Half picture, half form: a portal's default layout. */
export function PanelLayout({ children }: { children: ReactNode }) {
  const { brand } = useBoot();
  return (
    <div className="flex min-h-dvh flex-col bg-surface md:grid md:h-dvh md:grid-cols-2">
      <aside
        aria-label={t`About ${{ site: brand.name }}`}
        className="relative h-[212px] shrink-0 overflow-hidden bg-deep text-deep-accent md:h-auto"
      >
        <BrandPicture brand={brand} className="absolute inset-0" />
        <div className="absolute inset-x-0 bottom-0 h-40 bg-linear-to-t from-deep to-transparent md:h-80" />
        <BrandLockup
          className="absolute inset-x-6 bottom-5 text-18 text-on-deep md:hidden"
          size={34}
        />
        <div className="absolute inset-x-14 bottom-14 hidden md:block">
          {brand.signInTitle !== null && (
            <p className="display text-38 text-balance text-on-deep">{brand.signInTitle}</p>
          )}
          {brand.signInText !== null && (
            <p className="mt-3 text-15 text-on-deep-2">{brand.signInText}</p>
          )}
        </div>
      </aside>
      <main
        id="main"
        tabIndex={-1}
        className="flex flex-1 flex-col px-6 pt-7 pb-8 md:overflow-y-auto md:px-[clamp(2rem,8.5vw,124px)] md:py-12"
      >
        <BrandLockup full className="hidden text-18 md:flex" size={30} />
        <div className="flex flex-1 flex-col justify-start md:justify-center md:py-8 [&_h1]:text-30 md:[&_h1]:text-38">
          {children}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 pt-8 text-ink-3">
          <RunsOnGuildhall />
          <FootLinks />
          <LanguageMenu />
        </div>
      </main>
    </div>
  );
}
