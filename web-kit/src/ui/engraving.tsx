import { clsx } from "clsx";
import nave from "../art/nave.svg";
import oculus from "../art/oculus.svg";
import square from "../art/square.svg";
import stair from "../art/stair.svg";

export type Picture = "nave" | "oculus" | "square" | "stair";

const sources: Record<Picture, string> = { nave, oculus, square, stair };

export interface EngravingProps {
  picture: Picture;
  /** A wide, low place: the houses are shown by their roofs, side by side, instead of one huge wall. */
  wide?: "banner" | "poster";
  className?: string;
}

const street = {
  banner: "mask-[length:auto_780px] mask-[position:50%_-232px] mask-repeat-x",
  poster: "mask-cover mask-center md:mask-[length:auto_100%] md:mask-repeat-x",
} as const;

/** One of the four engraved halls, drawn in the text colour of wherever it hangs. */
export function Engraving({ picture, wide, className }: EngravingProps) {
  const mask = `url("${sources[picture]}")`;
  const fit = wide && picture === "square" ? street[wide] : "mask-cover mask-center mask-no-repeat";
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
