import { type ComponentProps, useId } from "react";
import { FieldError } from "@guildhall/web-kit/ui/field.tsx";

export interface CheckGroupProps extends Omit<ComponentProps<"input">, "type"> {
  label: string;
  options: readonly { value: string; title: string; text: string }[];
  /** The error message. */
  error?: string | undefined;
}

/** Check boxes with an explanation each, of which one or more are ticked. */
export function CheckGroup({ label, options, error, ...input }: CheckGroupProps) {
  const id = useId();
  return (
    <fieldset {...(error && { "aria-describedby": `${id}-error` })}>
      <legend className="mb-1.5 text-13 font-strong">{label}</legend>
      <div
        className={
          error
            ? "divide-y divide-line-soft rounded-md shadow-[inset_0_0_0_1.5px_var(--danger-line)]"
            : "edge-line divide-y divide-line-soft rounded-md"
        }
      >
        {options.map(({ value, title, text }) => (
          <label
            key={value}
            className="flex items-start gap-2.5 px-3 py-2 hover:bg-hover max-md:py-3"
          >
            <input
              type="checkbox"
              value={value}
              aria-describedby={`${id}-${value}`}
              aria-labelledby={`${id}-${value}-title`}
              {...input}
              className="mt-[3px] size-4 shrink-0 accent-(--brand-line)"
            />
            <span className="min-w-0">
              <span id={`${id}-${value}-title`} className="block text-14 font-medium">
                {title}
              </span>
              <span id={`${id}-${value}`} className="block text-12 text-ink-3">
                {text}
              </span>
            </span>
          </label>
        ))}
      </div>
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
