import { clsx } from "clsx";
import { useState } from "react";
import { GuildhallMark, Hallmark } from "../ui/mark.tsx";
import { useBoot } from "./app.ts";

/** The logo, or else the mark, with the name of this site's brand. */
export function BrandLockup(props: { size?: number; full?: boolean; className?: string }) {
  const boot = useBoot();
  const { size = 28, full = false } = props;
  const portal = boot.portal;
  const name = portal === null ? boot.brand.name : full ? portal.affiliationName : boot.brand.name;
  return (
    <span className={clsx("flex min-w-0 items-center gap-2.5", props.className)}>
      {portal === null ? <BrandMark size={size} /> : <BrandSign size={size + 6} />}
      <span
        className={clsx(
          "min-w-0 leading-tight",
          portal === null
            ? "text-[1.0625em] font-[650] tracking-[-0.02em]"
            : "display text-[1.1em]",
        )}
      >
        {name}
      </span>
    </span>
  );
}

/** The mark of this site's brand without its name; the logo only if there is no mark. */
export function BrandMark({ size }: { size: number }) {
  const { portal, brand } = useBoot();
  if (portal === null) return <GuildhallMark size={size} />;
  return brand.markUrl ? <Octagon size={size} /> : <BrandSign size={size} />;
}

/** The whole logo at its own width: an octagon would cut off its ends. */
function BrandSign({ size }: { size: number }) {
  const { brand } = useBoot();
  const [missing, setMissing] = useState<string | null>(null);
  if (!brand.logoUrl || missing === brand.logoUrl) return <Octagon size={size} />;
  return (
    <img
      src={brand.logoUrl}
      alt=""
      data-slot="logo"
      style={{ height: size, maxWidth: size * LOGO_RATIO_MAX }}
      className="min-w-0 shrink-0 object-contain"
      onError={() => setMissing(brand.logoUrl)}
    />
  );
}

/** The maximum aspect ratio of a logo: that of an upload of 640 by 240 pixels. */
const LOGO_RATIO_MAX = 2.67;

function Octagon({ size }: { size: number }) {
  const { brand } = useBoot();
  const { name, initial, markUrl = null } = brand;
  return <Hallmark name={name} initial={initial} logo={markUrl} size={size} />;
}
