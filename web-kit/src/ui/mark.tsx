import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { useState } from "react";
import { hueFor, inkOn } from "./hue.ts";
import { initialsOf } from "./initials.ts";

/** Guildhall's logo, a hallmark with a doorway; it has its own colour on every site. */
export function GuildhallMark({ size = 24 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 24 24" aria-hidden>
      <path d="M7.2 1.2h9.6l6 6v9.6l-6 6H7.2l-6-6V7.2z" fill="var(--mark, var(--main))" />
      <path
        d="M6.6 18.2V12a5.4 5.4 0 0 1 10.8 0v6.2"
        fill="none"
        stroke="var(--on-mark, var(--on-main))"
        strokeWidth="1.7"
        strokeLinecap="square"
      />
      <path d="M10.1 18.9v-6.4a1.9 1.9 0 0 1 3.8 0v6.4z" fill="var(--on-mark, var(--on-main))" />
    </svg>
  );
}

export interface CommunityMarkProps {
  name: string;
  /** A trust circle has a double ring, a community is a rounded square. */
  circle?: boolean;
  size?: number;
  className?: string;
}

export function CommunityMark({ name, circle, size = 28, className }: CommunityMarkProps) {
  return (
    <span
      data-slot="community-mark"
      data-hue={hueFor(name)}
      aria-hidden
      style={{ width: size, height: size, fontSize: Math.round(size * 0.4) }}
      className={clsx(
        "inline-grid shrink-0 place-items-center bg-(--tile) leading-none font-semibold text-(--tile-ink) select-none",
        circle
          ? "rounded-full bg-transparent shadow-[inset_0_0_0_1.5px_var(--tile-ink),inset_0_0_0_3.5px_var(--surface),inset_0_0_0_99px_var(--tile)]"
          : "rounded-[28%]",
        className,
      )}
    >
      {initialsOf(name).slice(0, 1)}
    </span>
  );
}

export interface HallmarkProps {
  name: string;
  logo?: string | null;
  /** The letter shown without a logo; the first of the name by default. */
  initial?: string;
  size?: number;
  /** Uses its own colours in a list of several; otherwise the page's brand. */
  tinted?: boolean;
  /** Its brand colour (`#rrggbb`); by default a hue derived from the name. */
  colour?: string | null | undefined;
  className?: string;
}

/** The mark of an affiliation, always with cut corners. */
export function Hallmark(props: HallmarkProps) {
  const { name, logo, initial, size = 40, tinted = false, colour, className } = props;
  const [missing, setMissing] = useState<string | null>(null);
  const shown = logo && missing !== logo ? logo : null;
  const hued = tinted && !colour;
  return (
    <span
      data-slot="hallmark"
      {...(hued && { "data-hue": hueFor(name) })}
      aria-hidden
      style={{
        width: size,
        height: size,
        fontSize: Math.round(size * 0.44),
        ...(tinted && colour && { background: colour, color: inkOn(colour) }),
      }}
      className={clsx(
        "hallmark-clip inline-grid shrink-0 place-items-center leading-none font-semibold select-none",
        hued && "bg-(--tile-deep) text-white",
        // A coloured bar may invert the colours of a letter, but not those of a picture.
        !hued && shown === null && "bg-(--mark,var(--brand)) text-(--on-mark,var(--on-brand))",
        !hued && shown !== null && "bg-(--brand)",
        className,
      )}
    >
      {shown === null ? (
        (initial ?? initialsOf(name).slice(0, 1))
      ) : (
        <img
          src={shown}
          alt=""
          width={size}
          height={size}
          className="size-full object-cover"
          onError={() => setMissing(shown)}
        />
      )}
    </span>
  );
}

/** The tick of a verified identity. */
export function VerifiedTick({
  size = 14,
  label = t`Verified`,
}: {
  size?: number;
  label?: string;
}) {
  return (
    <svg
      data-slot="verified-tick"
      width={size}
      height={size}
      viewBox="0 0 16 16"
      role="img"
      aria-label={label}
      className="inline-block align-[-2px]"
    >
      <path d="M5 1h6l4 4v6l-4 4H5l-4-4V5z" fill="var(--brand-line)" />
      <path
        d="m5 8.2 2.1 2.1L11 6.2"
        fill="none"
        stroke="var(--surface)"
        strokeWidth="1.7"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </svg>
  );
}
