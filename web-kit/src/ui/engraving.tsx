import { clsx } from "clsx";
import nave from "../art/nave.svg";
import oculus from "../art/oculus.svg";
import houses from "../art/square.svg";
import stair from "../art/stair.svg";
import street from "../art/street.svg";

export type Picture = "nave" | "oculus" | "square" | "stair";

const sources: Record<Picture, string> = { nave, oculus, square: houses, stair };

export interface EngravingProps {
  picture: Picture;
  /**
   * For wide, low areas: shows the roofs of the buildings side by side instead of one enlarged
   * wall.
   */
  wide?: "banner" | "poster";
  className?: string;
}

const square = {
  banner: "mask-[length:auto_780px] mask-[position:50%_-232px] mask-repeat-x",
  // Drawn for wide areas: covers the page from the bottom up.
  poster: "mask-cover mask-bottom mask-no-repeat",
} as const;

/** One of the four engravings, drawn in the current text colour. */
export function Engraving({ picture, wide, className }: EngravingProps) {
  const row = picture === "square" ? wide : undefined;
  const mask = `url("${row === "poster" ? street : sources[picture]}")`;
  const fit = row ? square[row] : "mask-cover mask-center mask-no-repeat";
  return (
    <div
      data-slot="engraving"
      aria-hidden
      style={{ maskImage: mask }}
      // The mask leaves only the lines of the picture visible.
      className={clsx("bg-[linear-gradient(currentColor,currentColor)]", fit, className)}
    />
  );
}

/** A strip with an engraving above a page. */
export function Banner({ picture }: { picture: Picture }) {
  return (
    <div className="relative h-28 overflow-hidden bg-deep text-deep-accent md:h-44">
      <Engraving picture={picture} wide="banner" className="absolute inset-0" />
    </div>
  );
}
