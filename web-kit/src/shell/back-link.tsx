import { clsx } from "clsx";
import { ChevronLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";

export interface BackLinkProps {
  to: string;
  /** Label of the target. */
  children: ReactNode;
  className?: string;
}

/** The link back above a page's title. On a phone the header has it (`ReadingPage`'s `back`). */
export function BackLink({ to, children, className }: BackLinkProps) {
  return (
    <Link
      to={to}
      className={clsx(
        "inline-flex items-center gap-1 text-13 text-ink-2 hover:text-ink max-md:hidden",
        className,
      )}
    >
      <ChevronLeft size={14} aria-hidden className="rtl:-scale-x-100" /> {children}
    </Link>
  );
}
