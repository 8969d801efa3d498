import { clsx } from "clsx";
import { Check, Lock } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";

export interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  label: ReactNode;
  error?: string | undefined;
  /** The reason why the box cannot be ticked yet; if present, the box is disabled. */
  locked?: string | undefined;
}

/**
 * A native checkbox with a custom appearance, so that forms, keyboards and screen readers work as
 * usual.
 */
export function Checkbox({ label, error, locked, className, ...input }: CheckboxProps) {
  const id = useId();
  const note = locked ?? error;
  return (
    <div data-slot="checkbox" className={className}>
      <label className="flex w-fit items-start gap-2.5 text-14 max-md:min-h-6">
        <span className="relative mt-px grid size-[18px] shrink-0 place-items-center">
          <input
            type="checkbox"
            {...input}
            disabled={locked !== undefined || input.disabled}
            aria-invalid={error ? true : undefined}
            aria-describedby={note ? id : undefined}
            className={clsx(
              "peer absolute inset-0 appearance-none rounded-[min(5px,var(--radius-xs,4px))] bg-surface checked:bg-brand checked:shadow-[inset_0_0_0_1px_var(--brand-edge)] disabled:bg-sunken disabled:shadow-[inset_0_0_0_1.5px_var(--line)] forced-colors:appearance-auto",
              error
                ? "shadow-[inset_0_0_0_1.5px_var(--danger-line)]"
                : "shadow-[inset_0_0_0_1.5px_var(--line-control)]",
            )}
          />
          {locked === undefined ? (
            <Check
              size={13}
              aria-hidden
              className="pointer-events-none relative text-on-brand opacity-0 peer-checked:opacity-100 forced-colors:hidden"
            />
          ) : (
            <Lock size={11} aria-hidden className="pointer-events-none relative text-ink-3" />
          )}
        </span>
        <span className={clsx(locked !== undefined && "text-ink-3")}>{label}</span>
      </label>
      {note && (
        <p
          id={id}
          className={clsx(
            "ms-7 mt-1 text-12",
            locked ? "text-ink-3" : "font-medium text-danger-text",
          )}
        >
          {note}
        </p>
      )}
    </div>
  );
}
