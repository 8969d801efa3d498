import { CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";

export interface ChoiceGroupProps extends Omit<ComponentProps<"input">, "type" | "children"> {
  type: "radio" | "checkbox";
  label: string;
  options: readonly { value: string; label: string }[];
  error?: string | undefined;
  /** An additional field of one of the options. */
  children?: ReactNode;
}

/** A question with its options as native inputs. */
export function ChoiceGroup(props: ChoiceGroupProps) {
  const { type, label, options, error, children, onBlur, ...input } = props;
  const id = useId();
  return (
    <fieldset aria-describedby={error ? id : undefined}>
      <legend className="mb-1.5 text-13 font-strong">{label}</legend>
      <div className="grid gap-x-4 sm:grid-cols-2">
        {options.map((option) => (
          <label
            key={option.value}
            className="flex min-h-9 items-center gap-2.5 text-14 max-md:min-h-11"
          >
            <input
              type={type}
              value={option.value}
              {...input}
              // For radio buttons, a blur without a choice would be validated as null.
              onBlur={type === "radio" ? undefined : onBlur}
              aria-invalid={error ? true : undefined}
              className="size-4 shrink-0 accent-(--brand-line)"
            />
            {option.label}
          </label>
        ))}
      </div>
      {children !== undefined && children !== false && <div className="mt-2">{children}</div>}
      {error && (
        <p
          id={id}
          className="mt-1.5 flex items-start gap-[5px] text-12 font-medium text-danger-text"
        >
          <CircleAlert size={13} aria-hidden className="mt-[1.5px]" />
          {error}
        </p>
      )}
    </fieldset>
  );
}
