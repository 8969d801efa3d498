import { clsx } from "clsx";
import type { Community } from "../../api/types.ts";
import { glyphFor } from "./glyph.ts";

/**
 * The icon of a community: a rounded square, or a double ring for a trust circle. Its name is
 * rendered next to it.
 */
export function CommunityIcon(props: {
  community: Pick<Community, "name" | "groupType">;
  size: number;
}) {
  const { community, size } = props;
  const { Glyph, hue } = glyphFor(community.name);
  return (
    <span
      aria-hidden
      data-hue={hue}
      style={{ width: size, height: size }}
      className={clsx(
        "inline-grid shrink-0 place-items-center text-(--tile-ink)",
        community.groupType === "trust-circle"
          ? "rounded-full shadow-[inset_0_0_0_1.5px_var(--tile-ink),inset_0_0_0_3.5px_var(--surface),inset_0_0_0_99px_var(--tile)]"
          : "rounded-[28%] bg-(--tile)",
      )}
    >
      <Glyph size={Math.round(size * 0.54)} />
    </span>
  );
}
