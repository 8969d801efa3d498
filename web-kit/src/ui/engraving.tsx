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
  /** A wide, low place: the houses are shown by their roofs, side by side, instead of one huge wall. */
  wide?: "banner" | "poster";
  className?: string;
}

const square = {
  banner: "mask-[length:auto_780px] mask-[position:50%_-232px] mask-repeat-x",
  // Drawn wide for this: covers the page from the ground up.
  poster: "mask-cover mask-bottom mask-no-repeat",
} as const;

/** One of the four engraved halls, drawn in the text colour of wherever it hangs. */
export function Engraving({ picture, wide, className }: EngravingProps) {
  const row = picture === "square" ? wide : undefined;
  const mask = `url("${row === "poster" ? street : sources[picture]}")`;
  const fit = row ? square[row] : "mask-cover mask-center mask-no-repeat";
  return (
    <div
      data-slot="engraving"
      aria-hidden
      style={{ maskImage: mask }}
      // A picture, not a plane of colour: what shows is only its lines.
      className={clsx("bg-[linear-gradient(currentColor,currentColor)]", fit, className)}
    />
  );
}

/** The strip of a hall above a page. */
export function Banner({ picture }: { picture: Picture }) {
  return (
    <div className="relative h-28 overflow-hidden bg-deep text-deep-accent md:h-44">
      <Engraving picture={picture} wide="banner" className="absolute inset-0" />
    </div>
  );
}
