import { t } from "@lingui/core/macro";
import { ImageDown } from "lucide-react";
import { IconButton } from "@guildhall/web-kit/ui/icon-button.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { chartColours, type ChartColours } from "./chart-colours.ts";
import type { ChartPicture } from "./chart-picture.ts";
import { downloadPng } from "./download-png.ts";
import { fileName } from "./export.ts";

export interface PngButtonProps {
  /** The chart's title. */
  title: string;
  draw: (colours: ChartColours) => ChartPicture;
}

/** Downloads a chart as a picture. */
export function PngButton({ title, draw }: PngButtonProps) {
  const download = async () => {
    if (await downloadPng(draw(chartColours()), `${fileName(title)}.png`)) return;
    toast.error(t`The browser could not draw the picture.`);
  };
  return (
    <IconButton
      size="sm"
      className="print:hidden"
      label={t`Download PNG of “${title}”`}
      icon={<ImageDown size={15} aria-hidden />}
      onClick={() => void download()}
    />
  );
}
