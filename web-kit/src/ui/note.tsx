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
  /** Replaces the tone's own sign. */
  icon?: ReactNode;
}

/** A sentence in place. Errors that just happened take `role="alert"`, the rest stay calm. */
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

/** What a press at the foot of a long form brought about must not appear out of sight. */
const reveal = (note: HTMLDivElement | null) => note?.scrollIntoView({ block: "nearest" });

/** A refusal that belongs to a whole form. The live region stands before its words arrive. */
export function FormAlert({ children }: { children: ReactNode }) {
  const words = Children.toArray(children);
  return (
    // Empty, it must not open a gap in the form's column.
    <div role="alert" className="empty:absolute">
      {words.length > 0 && (
        <Note ref={reveal} tone="danger">
          {words}
        </Note>
      )}
    </div>
  );
}
