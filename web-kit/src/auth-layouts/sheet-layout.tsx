import { t } from "@lingui/core/macro";
import { BrandLockup } from "../shell/brand-lockup.tsx";
import { useBoot } from "../shell/app.ts";
import type { AuthLayoutProps } from "./entry-layout.tsx";
import { BrandPicture } from "./brand-picture.tsx";
import { FootLinks, RunsOnGuildhall } from "./foot-links.tsx";
import { GalleryControls, GalleryPictures, useGallery } from "./gallery.tsx";
import { LanguageMenu } from "./language-menu.tsx";

/**
 * A white panel on a dark background: the main site's rotating pictures, or a portal that chose
 * this layout.
 */
export function SheetLayout({ children, quiet }: AuthLayoutProps) {
  const { portal, brand } = useBoot();
  const gallery = useGallery(quiet);
  const words = {
    title: brand.signInTitle ?? (portal ? brand.name : t`Invite-only, and verified.`),
    text:
      brand.signInText ??
      (portal
        ? t`The members’ portal of ${{ affiliation: portal.affiliationName }}.`
        : t`Everyone here was invited, and an affiliation vouches for them.`),
  };
  return (
    <div className="flex min-h-dvh flex-col bg-surface md:h-dvh md:flex-row md:bg-deep md:p-3">
      <aside
        aria-label={t`About ${{ site: brand.name }}`}
        className="relative h-[148px] shrink-0 md:order-2 md:-my-3 md:-me-3 md:h-auto md:flex-1"
      >
        {portal === null ? (
          <GalleryPictures gallery={gallery} />
        ) : (
          <div className="absolute inset-0 overflow-hidden bg-deep text-deep-accent">
            <BrandPicture brand={brand} className="absolute inset-0" />
          </div>
        )}
        <div className="absolute inset-x-0 bottom-0 hidden h-72 bg-linear-to-t from-deep to-transparent md:block" />
        <div className="absolute inset-x-5 bottom-7 flex items-end justify-end gap-8 md:inset-x-10 md:bottom-9 md:justify-between">
          <div className="hidden max-w-96 md:block">
            <p className="display text-20 text-on-deep">{words.title}</p>
            <p className="mt-1 text-15 text-on-deep-2">{words.text}</p>
          </div>
          {portal === null && <GalleryControls gallery={gallery} />}
        </div>
      </aside>
      <main
        id="main"
        tabIndex={-1}
        className="relative -mt-5 flex flex-1 flex-col rounded-t-[20px] bg-surface px-6 pt-6 pb-8 md:order-1 md:mt-0 md:w-[568px] md:max-w-[60vw] md:flex-none md:overflow-y-auto md:rounded-xl md:px-[clamp(2rem,6vw,84px)] md:py-10"
      >
        <BrandLockup className="text-16" />
        <div className="flex flex-1 flex-col justify-start pt-5 md:justify-center md:py-8">
          {children}
        </div>
        <div className="flex flex-wrap items-center justify-between gap-x-6 pt-8 text-ink-3">
          <FootLinks />
          <RunsOnGuildhall />
          <LanguageMenu />
        </div>
      </main>
    </div>
  );
}
