import { clsx } from "clsx";
import { countCharacters } from "../../content/rules.ts";

/** Character counter that turns red at the limit. */
export function CharacterCounter({ value, max }: { value: string; max: number }) {
  const used = countCharacters(value.trim());
  return (
    <span className={clsx("text-12 tabular-nums", used > max ? "text-danger-text" : "text-ink-3")}>
      {used} / {max}
    </span>
  );
}
