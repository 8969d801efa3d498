import { clsx } from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { FieldError, MandatoryMark } from "./field.tsx";

export interface Choice {
  value: string;
  title: string;
  text?: string;
  disabled?: boolean;
}

export interface ChoicesProps extends Omit<ComponentProps<"input">, "type"> {
  label: string;
  choices: readonly Choice[];
  hint?: ReactNode;
  /** The error message. */
  error?: string | undefined;
  /** Marks a mandatory field among optional ones. */
  mandatory?: boolean;
}

/** A radio group whose options may have descriptions; native radios provide the arrow keys. */
export function Choices(props: ChoicesProps) {
  const { label, choices, hint, error, mandatory = false, value: chosen, ...input } = props;
  const id = useId();
  const described = clsx(hint !== undefined && `${id}-hint`, error && `${id}-error`);
  return (
    <fieldset {...(described !== "" && { "aria-describedby": described })}>
      <legend className="mb-1.5 text-13 font-strong">
        {label}
        {mandatory && <MandatoryMark />}
      </legend>
      <div
        className={clsx(
          "divide-y divide-line-soft rounded-md",
          error ? "shadow-[inset_0_0_0_1.5px_var(--danger-line)]" : "edge-line",
        )}
      >
        {choices.map(({ value, title, text, disabled = false }) => (
          <label
            key={value}
            className={clsx(
              "flex items-start gap-2.5 px-3 py-2 max-md:py-3",
              disabled ? "text-ink-3" : "hover:bg-hover",
            )}
          >
            <input
              type="radio"
              value={value}
              disabled={disabled}
              {...(mandatory && { required: true })}
              {...(chosen !== undefined && { checked: chosen === value })}
              {...input}
              className="mt-[3px] size-4 shrink-0 accent-(--brand-line)"
            />
            <span className="min-w-0">
              <span className="block text-14 font-medium">{title}</span>
              {text !== undefined && <span className="block text-12 text-ink-3">{text}</span>}
            </span>
          </label>
        ))}
      </div>
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-12 text-ink-3">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </fieldset>
  );
}
