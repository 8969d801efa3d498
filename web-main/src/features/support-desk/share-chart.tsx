import { useId } from "react";

export interface ShareChartProps {
  title: string;
  rows: readonly { name: string; value: number }[];
}

const LENGTH = 100;

/** Numbers by kind as horizontal bars; each row has its number as text. */
export function ShareChart({ title, rows }: ShareChartProps) {
  const heading = useId();
  const top = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <section aria-labelledby={heading} className="rounded-lg px-4 py-4 edge-line md:px-5">
      <h2 id={heading} className="text-14 font-semibold">
        {title}
      </h2>
      <dl className="mt-3 flex flex-col gap-2">
        {rows.map(({ name, value }) => (
          <div key={name} className="flex items-center gap-3 text-13">
            <dt className="w-24 shrink-0 text-ink-2">{name}</dt>
            <dd className="flex min-w-0 flex-1 items-center gap-3 tabular-nums">
              <svg
                aria-hidden
                viewBox={`0 0 ${LENGTH} 10`}
                preserveAspectRatio="none"
                className="h-2.5 min-w-0 flex-1 rtl:-scale-x-100"
              >
                <rect width={LENGTH} height={10} fill="var(--sunken)" />
                <rect width={(value / top) * LENGTH} height={10} fill="var(--chart-1)" />
              </svg>
              <span className="w-12 text-end font-medium">{value}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
