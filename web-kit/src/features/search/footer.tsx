import { plural, t } from "@lingui/core/macro";
import { Kbd, modifierKey } from "../../ui/kbd.tsx";

/** Keyboard hints and the number of results; null while unknown. */
export function Footer({ count }: { count: number | null }) {
  const words = count === null ? "" : plural(count, { one: "# result", other: "# results" });
  return (
    <div className="flex h-10 shrink-0 items-center gap-4 border-t border-line-soft bg-canvas px-5 text-12 text-ink-3 max-md:sr-only">
      <span aria-hidden className="flex items-center gap-1.5">
        <Kbd name="↑" />
        <Kbd name="↓" />
        {t({ message: "move", context: "what a key does" })}
      </span>
      <span aria-hidden className="flex items-center gap-1.5">
        <Kbd name="↵" />
        {t({ message: "open", context: "what a key does" })}
      </span>
      <span aria-hidden className="flex items-center gap-1.5">
        <Kbd name={modifierKey()} />
        <Kbd name="↵" />
        {t`open in new tab`}
      </span>
      <span role="status" className="ms-auto tabular-nums">
        {words}
      </span>
    </div>
  );
}
