import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";
import { Field, type FieldLabels, inputClass } from "./field.tsx";

export interface SelectFieldProps extends ComponentProps<"select">, FieldLabels {}

/** A labelled native select. */
export function SelectField(props: SelectFieldProps) {
  const { label, hint, error, aside, className, children, ...select } = props;
  return (
    <Field {...{ label, hint, error, aside }} {...(className !== undefined && { className })}>
      {(control) => (
        <div className={inputClass(Boolean(error), "relative min-h-10 max-md:min-h-12")}>
          <select
            {...control}
            {...select}
            className="min-w-0 flex-1 appearance-none self-stretch bg-transparent ps-3 pe-9 outline-none"
          >
            {children}
          </select>
          <ChevronDown
            size={16}
            aria-hidden
            className="pointer-events-none absolute end-3 text-ink-3"
          />
        </div>
      )}
    </Field>
  );
}
