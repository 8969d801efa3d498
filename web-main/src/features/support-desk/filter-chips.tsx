import { toggleValue } from "./desk-filter.ts";

export interface FilterChipsProps {
  label: string;
  options: readonly (readonly [value: string, label: string])[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** A filter that is a set: each value is a button that is pressed or not. */
export function FilterChips({ label, options, chosen, onChange }: FilterChipsProps) {
  return (
    <div role="group" aria-label={label} className="flex flex-wrap items-center gap-1">
      <span aria-hidden className="w-16 text-12 text-ink-3">
        {label}
      </span>
      {options.map(([value, name]) => (
        <button
          key={value}
          type="button"
          aria-pressed={chosen.includes(value)}
          onClick={() => onChange(toggleValue(chosen, value))}
          className="h-6 rounded-full px-2.5 text-12 font-medium text-ink-2 edge-line hover:bg-hover aria-pressed:bg-brand-subtle-2 aria-pressed:text-brand-text max-md:h-9"
        >
          {name}
        </button>
      ))}
    </div>
  );
}
