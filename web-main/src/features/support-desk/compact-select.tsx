import type { ComponentProps } from "react";

export interface CompactSelectProps extends ComponentProps<"select"> {
  label: string;
  options: readonly (readonly [value: string, label: string])[];
}

/** A small select with its label in front of it; on a phone above it. */
export function CompactSelect({ label, options, ...select }: CompactSelectProps) {
  return (
    <label className="flex min-w-0 items-center gap-1.5 text-12 text-ink-3 max-md:flex-col max-md:items-stretch max-md:gap-0.5">
      {label}
      <select
        {...select}
        className="h-8 max-w-44 min-w-0 rounded-sm bg-surface px-1.5 text-13 font-medium text-ink edge-line disabled:text-ink-3 max-md:h-11 max-md:max-w-none max-md:text-16"
      >
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
