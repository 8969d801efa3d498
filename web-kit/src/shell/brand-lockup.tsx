import { clsx } from "clsx";
import { GuildhallMark, Hallmark } from "../ui/mark.tsx";
import { useBoot } from "./app.ts";

/** The mark and the name of whoever keeps this door. */
export function BrandLockup(props: { size?: number; full?: boolean; className?: string }) {
  const boot = useBoot();
  const { size = 28, full = false } = props;
  const portal = boot.portal;
  const name = portal === null ? boot.brand.name : full ? portal.affiliationName : boot.brand.name;
  return (
    <span className={clsx("flex min-w-0 items-center gap-2.5", props.className)}>
      <BrandMark size={portal === null ? size : size + 6} />
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

export function BrandMark({ size }: { size: number }) {
  const { portal, brand } = useBoot();
  if (portal === null) return <GuildhallMark size={size} />;
  const logo = brand.markUrl ?? brand.logoUrl;
  return <Hallmark name={brand.name} initial={brand.initial} logo={logo} size={size} />;
}
