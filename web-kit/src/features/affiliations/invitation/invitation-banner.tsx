import { t } from "@lingui/core/macro";
import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useBoot } from "../../../shell/app.ts";
import { BrandPicture } from "../../../auth-layouts/brand-picture.tsx";
import { Badge } from "../../../ui/badge.tsx";
import { Engraving } from "../../../ui/engraving.tsx";
import { IconButton } from "../../../ui/icon-button.tsx";

/** Text is unreadable on the picture's lines, so this is a slightly lighter ground without them. */
const ground =
  "[--ink-2:var(--on-deep)] [--selected:color-mix(in_oklab,var(--on-deep)_16%,var(--deep))]";
const pressable =
  "bg-selected [--focus:var(--on-deep)] [--ink:var(--on-deep)] " +
  "[--hover:color-mix(in_oklab,var(--on-deep)_26%,var(--deep))] [--press:color-mix(in_oklab,var(--on-deep)_34%,var(--deep))]";

/** A banner in the affiliation's colours with the title and the dismiss button. */
export function InvitationBanner() {
  const { portal, brand } = useBoot();
  return (
    <div className="relative h-28 overflow-hidden bg-deep text-deep-accent md:h-32">
      {portal === null ? (
        <Engraving picture="stair" className="absolute inset-0" />
      ) : (
        <BrandPicture brand={brand} wide="banner" className="absolute inset-0" />
      )}
      <span
        aria-hidden
        className="absolute inset-x-0 top-2 mx-auto h-1 w-9 rounded-full bg-on-deep/50 md:hidden"
      />
      <Badge className={`absolute start-6 top-5 max-md:start-5 ${ground}`}>{t`Recommended`}</Badge>
      <Radix.Close asChild>
        <IconButton
          label={t`Close`}
          icon={<X size={18} />}
          className={`absolute end-4 top-4 ${ground} ${pressable}`}
        />
      </Radix.Close>
    </div>
  );
}
