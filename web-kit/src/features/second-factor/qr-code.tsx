import { useMemo } from "react";
import { encode } from "uqr";

// The quiet zone of four modules that readers require (ISO/IEC 18004).
const border = 4;

/** A QR code, always dark on light: some readers reject inverted codes. */
export function QrCode({ value, label }: { value: string; label: string }) {
  // Memoised, since the form next to it re-renders on every key.
  const { size, path } = useMemo(() => {
    const code = encode(value, { border, ecc: "M" });
    return { size: code.size, path: pathOf(code.data) };
  }, [value]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="size-44 rounded-md shadow-[0_0_0_1px_var(--line)]"
    >
      <rect width={size} height={size} fill="#fff" />
      <path fill="#000" d={path} />
    </svg>
  );
}

function pathOf(rows: boolean[][]): string {
  return rows
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : "")))
    .join("");
}
