import type { ReactNode } from "react";
import { AFFILIATION, Block, type FrameSite, Lockup, Mark, NAME } from "./parts.tsx";

/** Hides a layout on the sites that chose another one; `data-layout` is the brand's choice. */
const layouts = {
  main: {
    sheet: "[[data-layout=poster]_&]:hidden",
    panel: "hidden",
    poster: "hidden [[data-layout=poster]_&]:block",
  },
  portal: {
    sheet: "[[data-layout=panel]_&]:hidden [[data-layout=poster]_&]:hidden",
    panel: "hidden [[data-layout=panel]_&]:block",
    poster: "hidden [[data-layout=poster]_&]:block",
  },
} as const;

/** The sign-in screen in the layout that the brand has chosen. */
export function LoginFrame({ site }: { site: FrameSite }) {
  return <EntryFrame site={site}>{<LoginForm site={site} />}</EntryFrame>;
}

/** Another screen before sign-in, whose form is not known. */
export function OtherEntryFrame({ site }: { site: FrameSite }) {
  return (
    <EntryFrame site={site}>
      <Block className="h-7 w-[70%]" />
      <Block className="mt-4 h-3 w-[86%]" />
      <Fields />
    </EntryFrame>
  );
}

function EntryFrame({ site, children }: { site: FrameSite; children: ReactNode }) {
  const shown = layouts[site];
  return (
    <>
      <div className={shown.sheet}>
        <Sheet site={site}>{children}</Sheet>
      </div>
      {site === "portal" && (
        <div className={shown.panel}>
          <Panel>{children}</Panel>
        </div>
      )}
      <div className={shown.poster}>
        <Poster site={site}>{children}</Poster>
      </div>
    </>
  );
}

function Sheet({ site, children }: { site: FrameSite; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-surface md:h-dvh md:flex-row md:bg-deep md:p-3">
      <div className="relative h-[148px] shrink-0 bg-deep md:order-2 md:-my-3 md:-me-3 md:h-auto md:flex-1" />
      <div className="relative -mt-5 flex flex-1 flex-col rounded-t-[20px] bg-surface px-6 pt-6 pb-8 md:order-1 md:mt-0 md:w-[568px] md:max-w-[60vw] md:flex-none md:overflow-hidden md:rounded-xl md:px-[clamp(2rem,6vw,84px)] md:py-10">
        <Lockup site={site} className="text-16" />
        <div className="flex flex-1 flex-col justify-start pt-5 md:justify-center md:py-8">
          <div className="w-full">{children}</div>
        </div>
        <Foot />
      </div>
    </div>
  );
}

function Panel({ children }: { children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col bg-surface md:grid md:h-dvh md:grid-cols-2">
      <div className="relative h-[212px] shrink-0 overflow-hidden bg-deep md:h-auto">
        <Lockup
          site="portal"
          className="absolute inset-x-6 bottom-5 text-18 text-on-deep md:hidden"
        />
      </div>
      <div className="flex flex-1 flex-col px-6 pt-7 pb-8 md:overflow-hidden md:px-[clamp(2rem,8.5vw,124px)] md:py-12">
        <Lockup site="portal" full className="hidden text-18 md:flex" />
        <div className="flex flex-1 flex-col justify-start md:justify-center md:py-8 [&_[data-title]]:text-30 md:[&_[data-title]]:text-38">
          <div className="w-full">{children}</div>
        </div>
        <Foot />
      </div>
    </div>
  );
}

function Poster({ site, children }: { site: FrameSite; children: ReactNode }) {
  return (
    <div className="relative flex min-h-dvh flex-col overflow-hidden bg-brand text-on-brand">
      <div className="relative flex min-h-[232px] flex-col px-6 pt-6 pb-6 md:absolute md:inset-0 md:px-14 md:py-11">
        <div className="flex items-center gap-3 [--mark:var(--on-brand)] [--on-mark:var(--brand)]">
          <Mark site={site} size={38} />
          <span className="display text-24 leading-none uppercase">{NAME}</span>
        </div>
      </div>
      <div className="relative flex flex-1 flex-col bg-surface px-6 pt-6 pb-8 text-ink md:my-auto md:ms-auto md:me-14 md:w-[min(472px,44vw)] md:flex-none md:overflow-hidden md:rounded-xl md:p-11 md:shadow-e3 [&_[data-title]]:uppercase">
        {children}
        <Foot />
      </div>
    </div>
  );
}

/** The words of the form are already those of the screen, so the first paint is the largest one. */
function LoginForm({ site }: { site: FrameSite }) {
  return (
    <>
      <p data-title className="frame-words display text-24 md:text-30">
        Log In to Your Account
      </p>
      <p className="frame-words mt-2 text-15 text-ink-2">
        {site === "main"
          ? "Your verified communities and affiliations, in one place."
          : `The members’ portal of ${AFFILIATION}.`}
      </p>
      <Fields>
        <span className="flex h-6 items-center">
          <Block className="h-3 w-28" />
        </span>
      </Fields>
    </>
  );
}

function Fields({ children }: { children?: ReactNode }) {
  return (
    <div className="mt-5 flex flex-col gap-4 md:mt-7 md:gap-5">
      {["w-12", "w-20"].map((width) => (
        <div key={width} className="flex flex-col gap-1">
          <span className="flex h-5 items-center">
            <Block className={`h-3 ${width}`} />
          </span>
          <Block className="h-10 rounded-sm! max-md:h-12" />
        </div>
      ))}
      {children}
      <span className="block h-10 rounded-sm bg-brand max-md:h-12" />
    </div>
  );
}

function Foot() {
  return (
    <div className="flex gap-6 pt-8">
      <Block className="h-2.5 w-16" />
      <Block className="h-2.5 w-20" />
    </div>
  );
}
