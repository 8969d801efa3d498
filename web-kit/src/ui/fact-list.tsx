import type { ReactNode } from "react";

/** Read-only names and values. */
export function FactList({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="grid gap-x-6 gap-y-3 text-14 sm:grid-cols-[10rem_1fr]">
      {facts.map(([name, value]) => (
        <div key={name} className="contents">
          <dt className="text-ink-3">{name}</dt>
          <dd className="min-w-0 break-words max-sm:-mt-2.5">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
