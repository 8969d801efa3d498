import { t } from "@lingui/core/macro";

const RADIUS = 8;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;
/** Remaining characters from which the counter has the warning colour. */
export const WARN_BELOW = 20;

export function ringColour(left: number): string {
  if (left < 0) return "var(--danger-line)";
  return left < WARN_BELOW ? "var(--warning-line)" : "var(--brand-line)";
}

/**
 * The used share of the character limit as a ring. The number next to it is the accessible version.
 */
export function CounterRing({ left, max }: { left: number; max: number }) {
  const part = Math.max(0, Math.min(1, 1 - left / max));
  return (
    <svg
      width="20"
      height="20"
      viewBox="0 0 20 20"
      fill="none"
      strokeWidth="2.4"
      role="img"
      aria-label={
        left < 0
          ? t`${{ count: -left }} characters too many`
          : t`${{ count: left }} characters left`
      }
    >
      <circle cx="10" cy="10" r={RADIUS} stroke="var(--line)" />
      <circle
        cx="10"
        cy="10"
        r={RADIUS}
        stroke={ringColour(left)}
        strokeDasharray={`${CIRCUMFERENCE * part} ${CIRCUMFERENCE}`}
        strokeOpacity={part > 0 ? 1 : 0}
        strokeLinecap="round"
        transform="rotate(-90 10 10)"
      />
    </svg>
  );
}
