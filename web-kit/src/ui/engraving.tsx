import { clsx } from "clsx";
import nave from "../art/nave.svg";
import oculus from "../art/oculus.svg";
import square from "../art/square.svg";
import stair from "../art/stair.svg";

export type Picture = "nave" | "oculus" | "square" | "stair";

const sources: Record<Picture, string> = { nave, oculus, square, stair };

/** One of the four engraved halls, drawn in the text colour of wherever it hangs. */
export function Engraving({ picture, className }: { picture: Picture; className?: string }) {
  const mask = `url("${sources[picture]}")`;
  return (
    <div
      data-slot="engraving"
      aria-hidden
      style={{ maskImage: mask }}
      className={clsx("bg-current mask-cover mask-center mask-no-repeat", className)}
    />
  );
}
