import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import type { CSSProperties, ReactNode } from "react";
import { AwaitsConnection } from "./awaits-connection.tsx";
import { useOnline } from "./use-online.ts";

/** A grey placeholder with the size of the loading content. */
export function Skeleton({ className, style }: { className?: string; style?: CSSProperties }) {
  return (
    <span
      data-slot="skeleton"
      aria-hidden
      style={style}
      className={clsx(
        "block animate-shimmer rounded-xs bg-[linear-gradient(100deg,var(--selected)_40%,var(--hover)_50%,var(--selected)_60%)] bg-size-[240%_100%]",
        className,
      )}
    />
  );
}

/**
 * Announces loading once, and shows the skeleton only if loading takes a while. While offline, it
 * reports that instead.
 */
export function LoadingRegion(props: { label?: string; className?: string; children: ReactNode }) {
  const online = useOnline();
  if (!online) {
    return (
      <div role="status" className="w-full">
        <AwaitsConnection />
      </div>
    );
  }
  return (
    <div
      role="status"
      aria-label={props.label ?? t`Loading...`}
      className={clsx("animate-[fade_100ms_150ms_both]", props.className)}
    >
      {props.children}
    </div>
  );
}
