import { clsx } from "clsx";
import type { ReactNode } from "react";
import { MobileHeader } from "./mobile-header.tsx";

export interface ReadingPageProps {
  /** Title in the phone's header. */
  title: string;
  back?: string;
  actions?: ReactNode;
  width?: "narrow" | "wide";
  /** Full-width content above the column, such as an affiliation's picture. */
  banner?: ReactNode;
  children: ReactNode;
}

/** One centred column on the panel; the panel scrolls, the header and bottom bar stay. */
export function ReadingPage(props: ReadingPageProps) {
  const { width = "wide" } = props;
  return (
    <div className="flex min-h-0 flex-1 flex-col md:px-2 md:pb-2">
      <MobileHeader
        title={props.title}
        {...(props.back !== undefined && { back: props.back })}
        actions={props.actions}
      />
      {/* Focusable, so that the keyboard can scroll a page that holds nothing else to focus. */}
      <div
        role="region"
        aria-label={props.title}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- see above
        tabIndex={0}
        data-pane="page"
        className="min-h-0 flex-1 overflow-y-auto bg-surface focus-visible:-outline-offset-2 md:rounded-lg md:shadow-[0_0_0_1px_var(--line-soft),var(--e1)] md:forced-colors:border"
      >
        {props.banner}
        <div
          className={clsx(
            "mx-auto px-5 pt-5 pb-12 md:px-6 md:pt-7",
            width === "narrow" ? "max-w-[760px]" : "max-w-[1080px]",
          )}
        >
          {props.children}
        </div>
      </div>
    </div>
  );
}
