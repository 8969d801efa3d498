import { clsx } from "clsx";
import type { ReactNode } from "react";
import { GuildhallMark } from "../ui/mark.tsx";

/** The build that a frame belongs to; a portal's brand is filled in by the edge. */
export type FrameSite = "main" | "portal";

/** Placeholders that the edge replaces by the brand of the site. */
export const NAME = "{{name}}";
export const AFFILIATION = "{{affiliation}}";
export const MARK = "{{mark}}";

/** What every frame says to a screen reader; its picture is hidden from it. */
export function Frame({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div data-frame={name} className="contents">
      <p role="status" className="sr-only">
        Loading...
      </p>
      <div aria-hidden className="contents">
        {children}
      </div>
    </div>
  );
}

/** A grey placeholder; it does not move, because a first paint should cost little. */
export function Block({ className }: { className: string }) {
  return <span className={clsx("block rounded-xs bg-(--selected)", className)} />;
}

export interface LockupProps {
  site: FrameSite;
  size?: number;
  /** Shows the name of the affiliation instead of the brand's. */
  full?: boolean;
  className?: string;
}

/** The mark and name of the site, in the place of `BrandLockup`. */
export function Lockup({ site, size = 28, full = false, className }: LockupProps) {
  return (
    <span className={clsx("flex min-w-0 items-center gap-2.5", className)}>
      <Mark {...{ site, size }} />
      <span
        className={clsx(
          "min-w-0 leading-tight",
          site === "main"
            ? "text-[1.0625em] font-[650] tracking-[-0.02em]"
            : "display text-[1.1em]",
        )}
      >
        {full && site === "portal" ? AFFILIATION : NAME}
      </span>
    </span>
  );
}

/** The mark of the site: the main site's own, or what the edge inserts. */
export function Mark({ site, size }: { site: FrameSite; size: number }) {
  if (site === "main") return <GuildhallMark size={size} />;
  return (
    <span
      data-slot="frame-mark"
      className="inline-grid h-8 min-w-8 shrink-0 place-items-center font-semibold [&_img]:h-full [&_img]:max-w-21 [&_img]:object-contain"
    >
      {MARK}
    </span>
  );
}

/** The bar of the desktop; its links are not known before the member is. */
export function Bar({ site, links }: { site: FrameSite; links: number }) {
  return (
    <div className="hidden h-14 shrink-0 items-center gap-1 bg-bar ps-5 pe-4 text-bar-ink md:flex">
      <span className="me-5 shrink-0 [[data-chrome=brand]_&]:[--mark:var(--bar-ink)] [[data-chrome=brand]_&]:[--on-mark:var(--bar)]">
        <Lockup site={site} size={24} className="text-[0.9375rem]" />
      </span>
      {LINKS.slice(0, links).map((width) => (
        <span key={width} className="px-2.5">
          <span className={`block h-2.5 rounded-xs bg-bar-selected ${width}`} />
        </span>
      ))}
      <span className="ms-auto size-8 rounded-full bg-bar-selected" />
    </div>
  );
}
const LINKS = ["w-22", "w-16", "w-14", "w-20", "w-18"];

/** The header of a screen on a phone. */
export function PhoneHeader({ back = false }: { back?: boolean }) {
  return (
    <div className="relative z-10 flex h-14 shrink-0 items-center gap-1 bg-surface px-2 shadow-[0_1px_0_var(--line-soft)] md:hidden">
      <span className={back ? "w-11" : "w-2"} />
      <Block className="h-3.5 w-32" />
    </div>
  );
}

/** The bottom bar of a phone. */
export function Tabs() {
  return (
    <div className="grid shrink-0 auto-cols-fr grid-flow-col bg-surface pb-[env(safe-area-inset-bottom)] shadow-[0_-1px_0_var(--line-soft)] md:hidden">
      {[0, 1, 2, 3, 4].map((tab) => (
        <span key={tab} className="grid h-[58px] justify-items-center content-center gap-2">
          <Block className="size-5" />
          <Block className="h-2 w-10" />
        </span>
      ))}
    </div>
  );
}

const ROWS = ["w-[68%]", "w-[77%]", "w-[58%]", "w-[74%]", "w-[64%]", "w-[70%]"];

/** Rows of a list: communities, threads or conversations. */
export function Rows({ round = false, className }: { round?: boolean; className?: string }) {
  return (
    <div className={clsx("flex min-h-0 flex-col gap-7 overflow-hidden px-5 pt-5", className)}>
      {ROWS.map((width) => (
        <div key={width} className="flex gap-3">
          <Block className={clsx("size-8 shrink-0", round ? "rounded-full!" : "rounded-[28%]!")} />
          <div className="flex min-w-0 flex-1 flex-col gap-2 pt-1">
            <Block className={`h-3 ${width}`} />
            <Block className="h-2.5 w-[80%]" />
          </div>
        </div>
      ))}
    </div>
  );
}

/** Lines of a text. */
export function Lines({ className }: { className?: string }) {
  return (
    <div className={clsx("flex flex-col gap-3", className)}>
      {["w-full", "w-[94%]", "w-[97%]", "w-[60%]"].map((width) => (
        <Block key={width} className={`h-3 ${width}`} />
      ))}
    </div>
  );
}
