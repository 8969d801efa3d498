import { t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import { BrandMark } from "../shell/brand-lockup.tsx";
import { useBoot } from "../shell/app.ts";
import { BrandPicture } from "./brand-picture.tsx";
import { FootLinks, RunsOnGuildhall } from "./foot-links.tsx";
import { LanguageMenu } from "./language-menu.tsx";

/** The brand's colour and large text over the whole page, and the form as a card. */
export function PosterLayout({ children }: { children: ReactNode }) {
  const { brand, portal } = useBoot();
  return (
    <div className="relative flex min-h-dvh flex-col overflow-hidden bg-brand text-on-brand">
      <BrandPicture
        brand={brand}
        wide="poster"
        className="absolute inset-x-0 top-0 h-[232px] opacity-40 md:inset-0 md:h-auto"
      />
      <header className="relative flex min-h-[232px] flex-col px-6 pt-6 pb-6 md:absolute md:inset-0 md:px-14 md:py-11">
        <div className="flex items-center gap-3 [--mark:var(--on-brand)] [--on-mark:var(--brand)]">
          <BrandMark size={38} />
          <span className="display text-24 leading-none uppercase">{brand.name}</span>
        </div>
        {brand.signInTitle !== null && (
          <p className="display mt-6 max-w-[7.2em] text-[clamp(2.5rem,12.5vw,3.125rem)] leading-[0.92] text-balance uppercase md:mt-20 md:text-[clamp(3rem,7.4vw,6.625rem)] md:leading-[0.9]">
            {brand.signInTitle}
          </p>
        )}
        <p className="mt-6 hidden max-w-[30em] pe-4 text-18 font-medium md:block md:w-[48%]">
          {brand.signInText ??
            (portal && t`The members’ portal of the ${{ affiliation: portal.affiliationName }}.`)}
        </p>
        <RunsOnGuildhall className="mt-auto hidden md:block" />
      </header>
      <main
        id="main"
        tabIndex={-1}
        className="relative flex flex-1 flex-col bg-surface px-6 pt-6 pb-8 text-ink md:my-auto md:ms-auto md:me-14 md:max-h-[calc(100dvh-2rem)] md:w-[min(472px,44vw)] md:flex-none md:overflow-y-auto md:rounded-xl md:p-11 md:shadow-e3 [&_h1]:uppercase"
      >
        {children}
        <FootLinks className="mt-6 text-ink-3" />
        <LanguageMenu className="mt-2 text-ink-3" />
      </main>
    </div>
  );
}
