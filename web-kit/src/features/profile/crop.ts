import { t } from "@lingui/core/macro";
import type { Crop } from "./queries.ts";

export const CROP_PX_MIN = 64;

export function sizeError({ width, height }: Size): string | null {
  return Math.min(width, height) < CROP_PX_MIN
    ? t`The chosen part is too small. It needs at least 64 pixels.`
    : null;
}

export interface Size {
  width: number;
  height: number;
}

/** Slider values from 0 to 1: the zoom, and the position in the remaining space. */
export interface Framing {
  zoom: number;
  across: number;
  down: number;
}

export const CENTRED: Framing = { zoom: 0, across: 0.5, down: 0.5 };

/** The square of the picture that a framing selects. */
export function toCrop(size: Size, framing: Framing): Crop {
  const most = Math.min(size.width, size.height);
  const least = Math.min(most, Math.max(CROP_PX_MIN, Math.round(most / 4)));
  const side = Math.round(most - (most - least) * framing.zoom);
  return {
    x: Math.round((size.width - side) * framing.across),
    y: Math.round((size.height - side) * framing.down),
    side,
  };
}

/** Moves the picture under the frame by an offset in picture pixels. */
export function moveFraming(size: Size, framing: Framing, by: { x: number; y: number }): Framing {
  const { side } = toCrop(size, framing);
  return {
    zoom: framing.zoom,
    across: shiftFraming(framing.across, size.width - side, by.x),
    down: shiftFraming(framing.down, size.height - side, by.y),
  };
}

function shiftFraming(at: number, room: number, step: number): number {
  return room <= 0 ? 0.5 : Math.min(1, Math.max(0, at - step / room));
}
