import { clsx } from "clsx";
import { type ReactNode, useId } from "react";

export interface PanelProps {
  title: string;
  /** A one-line description of the counted events. */
  text: string;
  /** Content opposite the title. */
  aside?: ReactNode;
  className?: string;
  /** Receives the heading's id, to label the content. */
  children: (heading: string) => ReactNode;
}

/** A chart of the report: a card on wide screens, a page section on a phone. */
export function Panel({ title, text, aside, className, children }: PanelProps) {
  const heading = useId();
  return (
    <section
      aria-labelledby={heading}
      className={clsx("min-w-0 rounded-lg md:px-5 md:pt-4 md:pb-3 md:edge-line", className)}
    >
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <div>
          <h2 id={heading} className="text-14 font-semibold max-md:text-15">
            {title}
          </h2>
          <p className="text-12 text-ink-3 max-md:text-13">{text}</p>
        </div>
        {aside}
      </div>
      {children(heading)}
    </section>
  );
}
