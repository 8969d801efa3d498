import { clsx } from "clsx";
import { useState } from "react";
import { hueFor } from "./hue.ts";
import { initialsOf } from "./initials.ts";

export interface AvatarProps {
  /** The display name; an empty one shows "U". */
  name: string;
  src?: string | null;
  size?: number;
  className?: string;
}

/**
 * A person's picture, always a circle. Decorative next to the name, so it has no alternative text.
 */
export function Avatar({ name, src, size = 36, className }: AvatarProps) {
  const [missing, setMissing] = useState<string | null>(null);
  const box = { width: size, height: size };
  if (src && missing !== src) {
    return (
      <img
        data-slot="avatar"
        src={src}
        alt=""
        {...box}
        style={box}
        loading="lazy"
        onError={() => setMissing(src)}
        className={clsx("shrink-0 rounded-full bg-sunken object-cover", className)}
      />
    );
  }
  return (
    <span
      data-slot="avatar"
      data-hue={hueFor(name)}
      aria-hidden
      style={{ ...box, fontSize: Math.round(size * 0.36) }}
      className={clsx(
        "inline-grid shrink-0 place-items-center rounded-full bg-(--tile) leading-none font-semibold text-(--tile-ink) select-none",
        className,
      )}
    >
      {initialsOf(name)}
    </span>
  );
}

/** Overlapping pictures of a few participants, and the number of the others. */
export function AvatarStack(props: {
  people: readonly { userId: string; displayName: string; profilePicture: string | null }[];
  more?: number;
  size?: number;
}) {
  const { people, more = 0, size = 28 } = props;
  return (
    <span className="flex *:shadow-[0_0_0_2px_var(--surface)] *:not-first:-ms-1.5">
      {people.map((person) => (
        <Avatar
          key={person.userId}
          name={person.displayName}
          src={person.profilePicture}
          size={size}
        />
      ))}
      {more > 0 && (
        <span
          style={{ height: size, minWidth: size }}
          className="inline-grid place-items-center rounded-full bg-sunken px-1.5 text-11 font-semibold text-ink-2"
        >
          +{more}
        </span>
      )}
    </span>
  );
}
