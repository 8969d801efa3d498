import { clsx } from "clsx";
import type { ComponentProps } from "react";

export interface Choice {
  value: string;
  title: string;
  text?: string;
  disabled?: boolean;
}

/** One of a few, each perhaps with a sentence; native radios, so the arrow keys choose. */
export function Choices(
  props: Omit<ComponentProps<"input">, "type"> & { label: string; choices: readonly Choice[] },
) {
  const { label, choices, value: chosen, ...input } = props;
  return (
    <fieldset>
      <legend className="mb-1.5 text-13 font-strong">{label}</legend>
      <div className="edge-line divide-y divide-line-soft rounded-md">
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
    </fieldset>
  );
}
