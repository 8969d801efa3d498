import type { ReactNode } from "react";
import { Bar, Block, type FrameSite, Lines, PhoneHeader, Rows, Tabs } from "./parts.tsx";

/** The bars of the app around a screen, as in `AppFrame`. */
function AppFrame(props: { site: FrameSite; tabs?: boolean; children: ReactNode }) {
  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-canvas">
      <Bar site={props.site} links={5} />
      <div className="flex min-h-0 flex-1 flex-col md:[[data-chrome=brand]_&]:pt-2 md:[[data-chrome=deep]_&]:pt-2">
        {props.children}
      </div>
      {props.tabs !== false && <Tabs />}
    </div>
  );
}

/** A list and a detail pane; a phone shows only the pane if it is open. */
function Panes(props: { isOpen: boolean; round?: boolean; children: ReactNode }) {
  const { isOpen, round = false, children } = props;
  return (
    <div className="flex min-h-0 flex-1 max-md:flex-col max-md:bg-surface">
      <PhoneHeader back={isOpen} />
      <div
        className={`flex min-h-0 w-[280px] shrink-0 flex-col max-md:w-full max-md:flex-1 ${isOpen ? "max-md:hidden" : ""}`}
      >
        <div className="flex h-12 shrink-0 items-center ps-5 max-md:hidden">
          <Block className="h-3 w-28" />
        </div>
        <Rows round={round} />
      </div>
      <div
        className={`flex min-h-0 min-w-0 flex-1 overflow-hidden md:sheet md:me-2 md:mb-2 ${isOpen ? "" : "max-md:hidden"}`}
      >
        {children}
      </div>
    </div>
  );
}

/** Posts or messages with the composer below. */
function Posts() {
  return (
    <div className="flex min-w-0 flex-1 flex-col bg-surface">
      <div className="flex h-14 shrink-0 items-center border-b border-line-soft px-5 max-md:hidden">
        <Block className="h-3.5 w-42" />
      </div>
      <Rows round className="flex-1 gap-9!" />
      <div className="shrink-0 border-t border-line-soft p-3">
        <Block className="h-11 rounded-md!" />
      </div>
    </div>
  );
}

/** The list of communities with the threads of the open one. */
export function CommunitiesFrame({ site, isOpen }: { site: FrameSite; isOpen: boolean }) {
  return (
    <AppFrame site={site}>
      <Panes isOpen={isOpen}>{isOpen && <Rows round className="flex-1" />}</Panes>
    </AppFrame>
  );
}

/** A thread with its posts. */
export function ThreadFrame({ site }: { site: FrameSite }) {
  return (
    <AppFrame site={site} tabs={false}>
      <Panes isOpen>
        <Rows round className="w-[360px] shrink-0 border-e border-line-soft max-lg:hidden" />
        <Posts />
      </Panes>
    </AppFrame>
  );
}

/** The conversations, or one of them. */
export function MessagesFrame({ site, isOpen }: { site: FrameSite; isOpen: boolean }) {
  return (
    <AppFrame site={site} tabs={!isOpen}>
      <Panes isOpen={isOpen} round>
        {isOpen && <Posts />}
      </Panes>
    </AppFrame>
  );
}

export interface PageFrameProps {
  site: FrameSite;
  width?: "narrow" | "wide";
  /** A picture above the column. */
  banner?: boolean;
}

/** A page with one column, as `ReadingPage`. */
export function PageFrame(props: PageFrameProps) {
  return (
    <AppFrame site={props.site}>
      <Column {...props} header={<PhoneHeader />} />
    </AppFrame>
  );
}

/** The same for visitors, whose header holds the links to sign in. */
export function VisitorFrame(props: PageFrameProps) {
  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-canvas">
      <Bar site={props.site} links={3} />
      <div className="flex h-14 shrink-0 items-center bg-surface ps-4 md:hidden">
        <Block className="h-4 w-32" />
      </div>
      <div className="flex min-h-0 flex-1 flex-col md:[[data-chrome=brand]_&]:pt-2 md:[[data-chrome=deep]_&]:pt-2">
        <Column {...props} header={null} />
      </div>
    </div>
  );
}

function Column({ width = "wide", banner, header }: PageFrameProps & { header: ReactNode }) {
  return (
    <div className="flex min-h-0 flex-1 flex-col md:px-2 md:pb-2">
      {header}
      <div className="min-h-0 flex-1 overflow-hidden bg-surface md:rounded-lg md:shadow-[0_0_0_1px_var(--line-soft),var(--e1)]">
        {banner === true && <Block className="h-40 rounded-none! md:h-56" />}
        <div
          className={`mx-auto px-5 pt-5 pb-12 md:px-6 md:pt-7 ${width === "narrow" ? "max-w-[760px]" : "max-w-[1080px]"}`}
        >
          <Block className="h-7 w-[58%]" />
          <Lines className="mt-7" />
          <Lines className="mt-9" />
        </div>
      </div>
    </div>
  );
}
