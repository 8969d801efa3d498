import { clsx } from "clsx";
import type { ReactNode } from "react";
import type { UseFormRegisterReturn } from "react-hook-form";

export interface LookChoice {
  value: string;
  label: string;
  /** A sample of the option. */
  sample: ReactNode;
}

/** A radio group whose options show samples; native radios provide the arrow keys. */
export function LookChoices(props: {
  label: string;
  choices: readonly LookChoice[];
  control: UseFormRegisterReturn;
  className?: string;
  /** The samples fill their tiles, so the selection is marked by an outline. */
  covering?: boolean;
}) {
  return (
    <fieldset>
      <legend className="mb-1.5 text-13 font-strong">{props.label}</legend>
      <div className={clsx("grid gap-2", props.className ?? "grid-cols-4")}>
        {props.choices.map(({ value, label, sample }) => (
          <label key={value} className="group relative block text-center">
            <input
              type="radio"
              value={value}
              {...props.control}
              className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-md"
            />
            <span
              aria-hidden
              className={clsx(
                "edge-line pointer-events-none relative grid h-11 place-items-center overflow-hidden rounded-md peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-focus forced-colors:peer-checked:border-4",
                props.covering === true
                  ? "peer-checked:shadow-[0_0_0_2px_var(--surface),0_0_0_4px_var(--brand-line)]"
                  : "peer-checked:shadow-[inset_0_0_0_2px_var(--brand-line)]",
              )}
            >
              {sample}
            </span>
            <span className="mt-1.5 block text-12 text-ink-2 peer-checked:font-semibold peer-checked:text-ink">
              {label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** A radio group of three words in a row. */
export function SegmentChoices(props: {
  label: string;
  choices: readonly { value: string; label: string }[];
  control: UseFormRegisterReturn;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-1.5 text-13 font-strong">{props.label}</legend>
      <div className="flex gap-0.5 rounded-sm bg-selected p-0.5">
        {props.choices.map(({ value, label }) => (
          <label key={value} className="relative flex-1">
            <input
              type="radio"
              value={value}
              {...props.control}
              className="peer absolute inset-0 size-full cursor-pointer appearance-none rounded-sm"
            />
            <span className="pointer-events-none grid h-[26px] place-items-center rounded-sm text-12 font-medium text-ink-2 peer-checked:bg-raised peer-checked:text-ink peer-checked:shadow-[0_0_0_1px_var(--line-soft),var(--e1)] peer-focus-visible:outline-2 peer-focus-visible:outline-focus max-md:h-10 forced-colors:peer-checked:border">
              {label}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
