import { t } from "@lingui/core/macro";
import { formatStrength } from "./labels.ts";

export interface CordGlyphProps {
  /** From 0 to 100. */
  strength: number;
  width?: number;
  height?: number;
}

/** Two strands twisted together up to the strength; a dotted line is the rest. */
export function CordGlyph({ strength, width = 84, height = 10 }: CordGlyphProps) {
  const end = (width * Math.min(100, Math.max(0, strength))) / 100;
  const middle = height / 2;
  const shown = formatStrength(strength);
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      fill="none"
      strokeLinecap="round"
      role="img"
      aria-label={t`Cord strength ${shown} of 100`}
      className="shrink-0 rtl:-scale-x-100"
    >
      {end < width - 1 && (
        <path
          d={`M${Math.max(1, end).toFixed(1)} ${middle}H${width - 1}`}
          stroke="var(--line-control)"
          strokeWidth="1.4"
          strokeDasharray=".1 3.2"
        />
      )}
      {end > 1 && (
        <>
          <path
            d={wavePath(0, end, height)}
            stroke="var(--brand-line)"
            strokeWidth="1.8"
            strokeOpacity=".5"
          />
          <path d={wavePath(Math.PI, end, height)} stroke="var(--brand-line)" strokeWidth="1.8" />
        </>
      )}
    </svg>
  );
}

const START = 1;

/** A sine wave from the start to `end`, flattened at both ends. */
function wavePath(phase: number, end: number, height: number): string {
  const middle = height / 2;
  const amplitude = middle - 1.4;
  const wavelength = height * 1.5;
  const points: string[] = [];
  for (let x = START; x <= end; x += 1) {
    const flat = Math.max(0, Math.min(1, (end - x) / 4, (x - START) / 3));
    const y = middle + Math.sin((x / wavelength) * 2 * Math.PI + phase) * amplitude * flat;
    points.push(`${x.toFixed(1)} ${y.toFixed(1)}`);
  }
  return `M${points.join("L")}`;
}
