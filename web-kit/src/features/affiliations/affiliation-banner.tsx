import type { Affiliation } from "../../api/types.ts";
import { useBoot } from "../../shell/app.ts";
import { BrandBanner } from "../../auth-layouts/brand-picture.tsx";
import { brandStyle } from "../../theme/in-brand.ts";
import { Banner } from "../../ui/engraving.tsx";

const pictures = ["nave", "oculus", "square", "stair", "upload"] as const;

/** The banner of an affiliation's page: its portal's picture and colours. */
export function AffiliationBanner({ affiliation: { banner } }: { affiliation: Affiliation }) {
  const { portal, brand } = useBoot();
  if (portal !== null) return <BrandBanner brand={brand} />;
  if (!banner) return <Banner picture="square" />;
  // A newer server may name a picture that this build does not have.
  const picture = pictures.find((known) => known === banner.picture) ?? "nave";
  return (
    <div data-slot="affiliation-banner" {...brandStyle(banner.css)}>
      <BrandBanner brand={{ ...banner, picture }} />
    </div>
  );
}
