import { clsx } from "clsx";
import type { Brand } from "../api/types.ts";
import { Engraving, type EngravingProps } from "../ui/engraving.tsx";

type Pictured = Pick<Brand, "picture" | "pictureUrl" | "pictureScrim">;

export interface BrandPictureProps extends Pick<EngravingProps, "wide" | "className"> {
  brand: Pictured;
}

/**
 * A site's picture: one of the engravings, or an upload under a dark layer that makes text on it
 * readable.
 */
export function BrandPicture({ brand, wide, className }: BrandPictureProps) {
  if (brand.picture !== "upload") {
    return (
      <Engraving
        picture={brand.picture}
        {...(wide && { wide })}
        {...(className !== undefined && { className })}
      />
    );
  }
  if (!brand.pictureUrl) return null;
  return (
    <div aria-hidden className={clsx("bg-deep", className, "!opacity-100")}>
      <img src={brand.pictureUrl} alt="" className="size-full object-cover" />
      <span style={{ opacity: brand.pictureScrim ?? 1 }} className="absolute inset-0 bg-deep" />
    </div>
  );
}

/** A strip of that picture above a page. */
export function BrandBanner({ brand }: { brand: Pictured }) {
  return (
    <div className="relative h-28 overflow-hidden bg-deep text-deep-accent md:h-44">
      <BrandPicture brand={brand} wide="banner" className="absolute inset-0" />
    </div>
  );
}
