import { clsx } from "clsx";
import { CircleAlert, CircleCheck, Clock, Info } from "lucide-react";
import { Children, type ComponentProps, type ReactNode } from "react";

export type NoteTone = "plain" | "success" | "warning" | "danger" | "info" | "brand";

const tones: Record<NoteTone, string> = {
  plain: "bg-hover text-ink-2",
  success: "bg-success-subtle text-success-text",
  warning: "bg-warning-subtle text-warning-text",
  danger: "bg-danger-subtle text-danger-text",
  info: "bg-info-subtle text-info-text",
  brand: "bg-brand-subtle text-brand-text",
};

const icons: Record<NoteTone, typeof Info> = {
  plain: Info,
  success: CircleCheck,
  warning: Clock,
  danger: CircleAlert,
  info: Info,
  brand: Info,
};

export interface NoteProps extends ComponentProps<"div"> {
  tone?: NoteTone;
  /** Replaces the tone's icon. */
  icon?: ReactNode;
}

/** A message within the page. New errors use `role="alert"`. */
export function Note({ tone = "plain", icon, className, children, ...rest }: NoteProps) {
  const Icon = icons[tone];
  return (
    <div
      data-slot="note"
      className={clsx("flex gap-2.5 rounded-md px-3 py-2.5 text-13", tones[tone], className)}
      {...rest}
    >
      {icon ?? <Icon size={16} aria-hidden className="mt-px" />}
      <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">{children}</div>
    </div>
  );
}

/** An error caused by a button at the end of a long form must be scrolled into view. */
const revealAnimation = (note: HTMLDivElement | null) => note?.scrollIntoView({ block: "nearest" });

/** The error of a whole form. A live region must exist before its content appears. */
export function FormAlert({ children }: { children: ReactNode }) {
  const words = Children.toArray(children);
  return (
    // While empty it must add no gap to the form.
    <div role="alert" className="empty:absolute">
      {words.length > 0 && (
        <Note ref={revealAnimation} tone="danger">
          {words}
        </Note>
      )}
    </div>
  );
}
