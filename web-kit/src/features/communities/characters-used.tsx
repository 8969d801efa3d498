import { clsx } from "clsx";
import { countCharacters } from "../../content/rules.ts";

/** How much of the room is taken; red once there is none left. */
export function CharactersUsed({ value, max }: { value: string; max: number }) {
  const used = countCharacters(value.trim());
  return (
    <span className={clsx("text-12 tabular-nums", used > max ? "text-danger-text" : "text-ink-3")}>
      {used} / {max}
    </span>
  );
}
