const RADIUS = 9;
const CIRCUMFERENCE = 2 * Math.PI * RADIUS;

/** The seconds left, as a number inside a ring that empties. */
export function CountdownRing({ left, of }: { left: number; of: number }) {
  return (
    <span aria-hidden className="relative grid size-[22px] shrink-0 place-items-center">
      <svg viewBox="0 0 22 22" className="absolute inset-0 -rotate-90" fill="none" strokeWidth="2">
        <circle cx="11" cy="11" r={RADIUS} stroke="currentColor" opacity="0.25" />
        <circle
          cx="11"
          cy="11"
          r={RADIUS}
          stroke="currentColor"
          strokeLinecap="round"
          strokeDasharray={CIRCUMFERENCE}
          strokeDashoffset={CIRCUMFERENCE * (1 - left / of)}
        />
      </svg>
      <span className="text-[0.625rem] tabular-nums">{left}</span>
    </span>
  );
}
