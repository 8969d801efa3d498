import { clsx } from "clsx";
import { type ReactNode, useId } from "react";
import type { ChartColours } from "./chart-colours.ts";
import type { ChartPicture } from "./chart-picture.ts";
import { PngButton } from "./png-button.tsx";

export interface PanelProps {
  title: string;
  /** A one-line description of the counted events. */
  text: string;
  /** Content opposite the title. */
  aside?: ReactNode;
  /** Draws the chart for its download; none without data. */
  draw?: ((colours: ChartColours) => ChartPicture) | undefined;
  className?: string;
  /** Receives the heading's id, to label the content. */
  children: (heading: string) => ReactNode;
}

/** A chart of the report: a card on wide screens, a page section on a phone. */
export function Panel({ title, text, aside, draw, className, children }: PanelProps) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className={clsx(
        "min-w-0 rounded-lg print:break-inside-avoid md:px-5 md:pt-4 md:pb-3 md:edge-line",
        className,
      )}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div>
          <h2 id={heading} className="text-14 font-semibold max-md:text-15">
            {title}
          </h2>
          <p className="text-12 text-ink-3 max-md:text-13">{text}</p>
        </div>
        <div className="flex items-center gap-3">
          {aside}
          {draw !== undefined && <PngButton title={title} draw={draw} />}
        </div>
      </div>
      {children(heading)}
    </section>
  );
}
