import { clsx } from "clsx";
import { ChevronDown } from "lucide-react";
import type { ComponentProps } from "react";

export interface CompactSelectProps<Value extends string> extends Omit<
  ComponentProps<"select">,
  "value" | "onChange"
> {
  options: readonly { value: Value; label: string }[];
  value: Value;
  onChoose: (value: Value) => void;
}

/** A small native select without a label of its own, for tables and list items. */
export function CompactSelect<Value extends string>(props: CompactSelectProps<Value>) {
  const { options, value, onChoose, className, ...select } = props;
  return (
    <span className={clsx("relative inline-flex min-w-0 items-center", className)}>
      <select
        {...select}
        value={value}
        onChange={({ target }) => {
          const chosen = options.find((option) => option.value === target.value);
          if (chosen !== undefined) onChoose(chosen.value);
        }}
        className="h-8 w-full min-w-0 appearance-none truncate rounded-sm bg-surface ps-2.5 pe-7 text-13 text-ink shadow-[inset_0_0_0_1px_var(--line-control)] max-md:h-11 max-md:text-16 forced-colors:border"
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <ChevronDown
        size={14}
        aria-hidden
        className="pointer-events-none absolute end-2 text-ink-3"
      />
    </span>
  );
}
