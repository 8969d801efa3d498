import { clsx } from "clsx";
import type { ReactNode } from "react";
import { Engraving, type Picture } from "./engraving.tsx";

export interface EmptyStateProps {
  title: string;
  /** "h1" if it is the page's only title. */
  heading?: "h1" | "h2";
  /** One sentence. */
  text?: ReactNode;
  /** The next step, with at most one primary button. */
  action?: ReactNode;
  picture?: Picture | null;
  className?: string;
  children?: ReactNode;
}

/** An empty state with the next step. Use one picture per screen. */
export function EmptyState(props: EmptyStateProps) {
  const {
    title,
    text,
    action,
    heading: Heading = "h2",
    picture = "nave",
    className,
    children,
  } = props;
  return (
    <div
      data-slot="empty-state"
      className={clsx("mx-auto w-full max-w-[520px] px-4 text-center", className)}
    >
      {picture !== null && (
        <div className="mx-auto h-[150px] w-[min(300px,100%)] text-brand-line [mask-image:radial-gradient(closest-side,#000_45%,transparent)] md:h-[176px]">
          <Engraving picture={picture} className="size-full" />
        </div>
      )}
      <Heading className="display mt-3 text-20 md:text-24">{title}</Heading>
      {text !== undefined && (
        <p className="mx-auto mt-1.5 max-w-[44ch] text-15 text-ink-2">{text}</p>
      )}
      {children}
      {action !== undefined && <div className="mt-6 flex justify-center gap-2">{action}</div>}
    </div>
  );
}
