import { t } from "@lingui/core/macro";
import { type ReactNode, useSyncExternalStore } from "react";
import { useBoot } from "../../shell/app.ts";
import { BrandMark } from "../../shell/brand-lockup.tsx";
import { brandStyle } from "../../theme/in-brand.ts";
import { GuildhallMark, Hallmark } from "../../ui/mark.tsx";
import { type Destination, switchStore } from "./switching.ts";

/** A full-screen notice in the target site's brand, while a member is transferred to it. */
export function SwitchingNotice() {
  const destination = useSyncExternalStore(switchStore.subscribe, switchStore.snapshot);
  const looks = destination?.looks ?? null;
  return (
    <div role="status">
      {destination !== null && (
        <div
          data-slot="switching"
          {...(looks !== null && { "data-type": looks.headings, ...brandStyle(looks.css) })}
          className="fixed inset-0 z-60 grid animate-fade place-items-center bg-canvas px-6 text-ink"
        >
          <div className="text-center">
            <SwitchMarks destination={destination} />
            <p
              // The font of the target site, not of this page.
              style={{ fontFamily: "var(--display-family, var(--font-sans))" }}
              className="display mt-7 text-24"
            >{t`Switching Workspaces`}</p>
            <p className="mt-1.5 text-15 text-ink-2">{t`Taking you to ${{ site: destination.name }}. You stay signed in.`}</p>
          </div>
        </div>
      )}
    </div>
  );
}

function SwitchMarks({ destination }: { destination: Destination }) {
  return (
    <div aria-hidden className="flex items-center justify-center gap-5">
      <BrandMark size={56} />
      <Dots />
      <DestinationMark destination={destination} />
    </div>
  );
}

function DestinationMark({ destination: { name, looks, target } }: { destination: Destination }) {
  if ("target" in target) return <GuildhallMark size={56} />;
  // While its brand is unknown, a hue derived from its name distinguishes it.
  if (looks === null) return <Hallmark tinted name={name} size={56} />;
  return <Hallmark name={name} initial={looks.initial} logo={looks.markUrl} size={56} />;
}

function Dots() {
  return (
    <span className="flex items-center gap-1.5">
      {["opacity-100", "opacity-70", "opacity-40"].map((strength) => (
        <span key={strength} className={`size-1.5 rounded-full bg-brand-line ${strength}`} />
      ))}
    </span>
  );
}

/** The same notice on the target site. */
export function ArrivingNotice() {
  const { brand } = useBoot();
  return (
    <div role="status" className="text-center">
      <ArrivingMarks between={<Dots />} />
      <h1 className="display mt-7 text-24">{t`Switching Workspaces`}</h1>
      <p className="mt-1.5 text-15 text-ink-2">{t`Taking you to ${{ site: brand.name }}. You stay signed in.`}</p>
    </div>
  );
}

/** The marks of the origin and the target, with a connecting element. */
export function ArrivingMarks({ between }: { between: ReactNode }) {
  const { portal } = useBoot();
  return (
    <div aria-hidden className="flex items-center justify-center gap-5">
      {portal !== null && <GuildhallMark size={56} />}
      {portal !== null && between}
      <BrandMark size={56} />
    </div>
  );
}
