import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { WifiOff } from "lucide-react";

/** Placeholder for content that was not loaded before the network failed. */
export function AwaitsConnection({ className }: { className?: string | undefined }) {
  return (
    <div
      data-slot="awaits-connection"
      className={clsx("mx-auto w-full max-w-[420px] px-6 py-10 text-center", className)}
    >
      <span className="inline-grid size-11 place-items-center rounded-full bg-selected text-ink-2">
        <WifiOff size={20} aria-hidden />
      </span>
      <p className="mt-3.5 text-15 font-semibold">{t`Not loaded yet`}</p>
      <p className="mx-auto mt-1 max-w-[34ch] text-13 text-ink-2">{t`This loads when the connection is back.`}</p>
    </div>
  );
}
