const RADIUS = 8;
const AROUND = 2 * Math.PI * RADIUS;
/** The last characters before the limit are said in the colour of a warning. */
export const WARN_BELOW = 20;

export function ringColour(left: number): string {
  if (left < 0) return "var(--danger-line)";
  return left < WARN_BELOW ? "var(--warning-line)" : "var(--brand-line)";
}

/** How full a post is. The number beside it says the same for those who cannot see the ring. */
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
      aria-label={left < 0 ? `${-left} characters too many` : `${left} characters left`}
    >
      <circle cx="10" cy="10" r={RADIUS} stroke="var(--line)" />
      <circle
        cx="10"
        cy="10"
        r={RADIUS}
        stroke={ringColour(left)}
        strokeDasharray={`${AROUND * part} ${AROUND}`}
        strokeOpacity={part > 0 ? 1 : 0}
        strokeLinecap="round"
        transform="rotate(-90 10 10)"
      />
    </svg>
  );
}
