import { clsx } from "clsx";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

/** Size of the picture or icon of a result, in pixels. */
export const SIGN_SIZE = 28;

export interface LineProps {
  sign: ReactNode;
  name: ReactNode;
  about?: ReactNode;
  /** Not shown on phones. */
  end?: ReactNode;
  /** The further text is a quotation: it has half of the line, and a line of its own on phones. */
  isQuotation?: boolean;
}

/** One line: picture, name, further text, and a short text at the end. */
export function Line(props: LineProps) {
  const { isQuotation = false } = props;
  return (
    <>
      {props.sign}
      <span
        className={clsx(
          "flex min-w-0 flex-1 items-baseline gap-x-2",
          isQuotation && "max-md:flex-col max-md:items-stretch",
        )}
        dir="auto"
      >
        <span
          className={clsx(
            "shrink-0 truncate text-14 font-medium max-md:text-15",
            isQuotation ? "md:max-w-[50%]" : "max-w-[75%]",
          )}
        >
          {props.name}
        </span>
        <span className="truncate text-13 text-ink-3">{props.about}</span>
      </span>
      <span className="shrink-0 text-12 text-ink-3 tabular-nums max-md:hidden">{props.end}</span>
    </>
  );
}

export function Sign({ icon: Icon }: { icon: LucideIcon }) {
  return (
    <span className="grid size-7 shrink-0 place-items-center text-ink-3">
      <Icon size={17} aria-hidden />
    </span>
  );
}
