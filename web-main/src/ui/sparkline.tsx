const width = 68;
const height = 20;
const inset = 2;

/** A number's weekly development; the number itself is next to it. */
export function Sparkline({ values, label }: { values: readonly number[]; label: string }) {
  const points = sparklinePoints(values);
  const last = points.at(-1);
  if (last === undefined) return null;
  const line = points.map(({ x, y }) => `${x},${y}`).join(" ");
  return (
    <svg width={width} height={height} role="img" aria-label={label} className="inline-block">
      <polygon
        points={`${inset},${height} ${line} ${last.x},${height}`}
        fill="var(--brand-line)"
        opacity="0.1"
      />
      <polyline points={line} fill="none" stroke="var(--brand-line)" strokeWidth="1.5" />
      <circle cx={last.x} cy={last.y} r="2" fill="var(--brand-line)" />
    </svg>
  );
}

/** The points' positions: the smallest value at the bottom, the largest at the top. */
export function sparklinePoints(values: readonly number[]): { x: number; y: number }[] {
  const least = Math.min(...values);
  const range = Math.max(...values) - least;
  const step = values.length > 1 ? (width - 2 * inset) / (values.length - 1) : 0;
  return values.map((value, index) => ({
    x: rounded(inset + index * step),
    y: rounded(
      height - inset - (range === 0 ? 0 : ((value - least) / range) * (height - 2 * inset)),
    ),
  }));
}

const rounded = (value: number) => Math.round(value * 10) / 10;
