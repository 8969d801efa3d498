import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { Pause, Play } from "lucide-react";
import { useState } from "react";
import { Engraving, type Picture } from "../ui/engraving.tsx";
import { Particles } from "./particles.tsx";
import { useRotation, useReducedMotion } from "./use-rotation.ts";

const pictures: readonly Picture[] = ["nave", "oculus", "stair", "square"];

export interface Gallery {
  index: number;
  moving: boolean;
  still: boolean;
  paused: boolean;
  toggle: () => void;
}

/** The rotation of the sign-in pictures; `quiet` pauses it while the form is being filled in. */
export function useGallery(quiet: boolean): Gallery {
  const still = useReducedMotion();
  const [paused, setPaused] = useState(false);
  const moving = !paused && !still;
  const index = useRotation(pictures.length, !moving || quiet);
  return { index, moving, still, paused, toggle: () => setPaused(!paused) };
}

/** The four pictures, one at a time, under moving particles. */
export function GalleryPictures({ gallery }: { gallery: Gallery }) {
  return (
    <div aria-hidden className="absolute inset-0 overflow-hidden bg-deep text-deep-accent">
      {pictures.map((picture, index) => (
        <Engraving
          key={picture}
          picture={picture}
          className={clsx(
            "absolute inset-0 transition-opacity duration-700",
            index === gallery.index ? "opacity-100" : "opacity-0",
          )}
        />
      ))}
      <Particles moving={gallery.moving} />
    </div>
  );
}

/** The picture indicator with a pause button; hidden if animations are off. */
export function GalleryControls({ gallery }: { gallery: Gallery }) {
  if (gallery.still) return null;
  const Icon = gallery.paused ? Play : Pause;
  return (
    <div className="flex items-center gap-3">
      <div aria-hidden className="flex items-center gap-1.5">
        {pictures.map((picture, index) => (
          <span
            key={picture}
            className={clsx(
              "h-[3px] rounded-full transition-[width] duration-[220ms]",
              index === gallery.index ? "w-8 bg-deep-accent" : "w-4 bg-white/22",
            )}
          />
        ))}
      </div>
      <button
        type="button"
        onClick={gallery.toggle}
        aria-label={gallery.paused ? t`Play background` : t`Pause background`}
        className="grid size-8 place-items-center rounded-sm text-on-deep hover:bg-white/12 focus-visible:outline-on-deep max-md:size-11"
      >
        <Icon size={16} aria-hidden />
      </button>
    </div>
  );
}
