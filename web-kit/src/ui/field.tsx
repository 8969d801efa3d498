import { clsx } from "clsx";
import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { TEXT_AREA_MAX } from "../content/rules.ts";

/** Attributes that connect a control with its label, hint and error. Spread them on the control. */
export interface FieldControl {
  id: string;
  "aria-invalid": true | undefined;
  "aria-describedby": string | undefined;
  required: true | undefined;
}

export interface FieldLabels {
  label: string;
  hint?: ReactNode;
  /** The error message; undefined or empty if the value is valid. */
  error?: string | undefined;
  /** Shown at the end of the label's line, such as "Recover Password". */
  aside?: ReactNode;
  /** Marks a mandatory field among optional ones. */
  mandatory?: boolean;
}

/** The visual mark of a mandatory field; the control itself is `required`. */
export function MandatoryMark() {
  return (
    <span aria-hidden className="text-danger-text">
      {" *"}
    </span>
  );
}

export interface FieldProps extends FieldLabels {
  className?: string;
  children: (control: FieldControl) => ReactNode;
}

export function Field(props: FieldProps) {
  const { label, hint, error, aside, mandatory = false, className, children } = props;
  const id = useId();
  const described = clsx(hint !== undefined && `${id}-hint`, error && `${id}-error`);
  const control: FieldControl = {
    id,
    "aria-invalid": error ? true : undefined,
    "aria-describedby": described || undefined,
    required: mandatory || undefined,
  };
  return (
    <div data-slot="field" className={className}>
      <div className="mb-1.5 flex items-baseline justify-between gap-3">
        <label htmlFor={id} className="text-13 font-strong">
          {label}
          {mandatory && <MandatoryMark />}
        </label>
        {aside}
      </div>
      {children(control)}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="mt-1.5 text-12 text-ink-3">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** The error message below a field. */
export function FieldError({ id, children }: { id: string; children: ReactNode }) {
  return (
    <p id={id} className="mt-1.5 flex items-start gap-[5px] text-12 font-medium text-danger-text">
      <CircleAlert size={13} aria-hidden className="mt-[1.5px]" />
      {children}
    </p>
  );
}

/**
 * Classes of an input's box. `invalid` overrides the focus style, so that the error stays visible.
 */
export function inputClass(invalid: boolean, className?: string) {
  return clsx(
    "flex w-full items-center gap-2 rounded-sm bg-surface text-14 text-ink transition-shadow duration-[90ms] max-md:text-16 forced-colors:border",
    invalid
      ? "shadow-[inset_0_0_0_1.5px_var(--danger-line)]"
      : "shadow-[inset_0_0_0_1px_var(--line-control)]",
    "focus-within:shadow-[inset_0_0_0_2px_var(--focus),0_0_0_3px_color-mix(in_srgb,var(--focus)_18%,transparent)] has-disabled:bg-sunken has-disabled:text-ink-3",
    className,
  );
}

const unstyledInputClass = "min-w-0 flex-1 bg-transparent outline-none";

export interface TextFieldProps extends ComponentProps<"input">, FieldLabels {
  /** Content inside the box, after the text. */
  trailing?: ReactNode;
  leading?: ReactNode;
  boxClassName?: string;
}

/** A labelled text input: `<TextField label="Email" error={…} {...register("email")} />`. */
export function TextField(props: TextFieldProps) {
  const {
    label,
    hint,
    error,
    aside,
    mandatory,
    trailing,
    leading,
    className,
    boxClassName,
    ...input
  } = props;
  return (
    <Field
      {...{ label, hint, error, aside }}
      {...(mandatory && { mandatory })}
      {...(className !== undefined && { className })}
    >
      {(control) => (
        <div
          className={inputClass(
            Boolean(error),
            clsx("min-h-10 px-3 max-md:min-h-12", boxClassName),
          )}
        >
          {leading}
          <input {...control} {...input} className={unstyledInputClass} />
          {trailing}
        </div>
      )}
    </Field>
  );
}

export interface TextAreaFieldProps extends ComponentProps<"textarea">, FieldLabels {}

export function TextAreaField(props: TextAreaFieldProps) {
  const { label, hint, error, aside, mandatory, className, ...area } = props;
  return (
    <Field
      {...{ label, hint, error, aside }}
      {...(mandatory && { mandatory })}
      {...(className !== undefined && { className })}
    >
      {(control) => (
        <div className={inputClass(Boolean(error), "px-3 py-2.5")}>
          <textarea
            rows={3}
            maxLength={TEXT_AREA_MAX}
            {...control}
            {...area}
            className={clsx(unstyledInputClass, "resize-y")}
          />
        </div>
      )}
    </Field>
  );
}
