import { clsx } from "clsx";

export interface ReactionChipProps {
  emoji: string;
  /** Hidden if it is 1 and `isSingleShown` is not set. */
  count: number;
  isSingleShown?: boolean;
  isMine: boolean;
  label: string;
  title?: string;
  className?: string;
  onClick: () => void;
}

/** One reaction and its number; pressing it adds or removes the viewer's own. */
export function ReactionChip(props: ReactionChipProps) {
  const { emoji, count, isSingleShown = false, isMine, label, title, className, onClick } = props;
  return (
    <button
      type="button"
      aria-pressed={isMine}
      aria-label={label}
      title={title}
      className={clsx(
        "inline-flex h-[26px] items-center gap-1 rounded-full px-2 text-12 tabular-nums max-md:h-8",
        isMine
          ? "bg-brand-subtle text-brand-text outline-1 -outline-offset-1 outline-brand-border"
          : "bg-sunken text-ink-2",
        "focus-visible:outline-2 focus-visible:outline-focus",
        className,
      )}
      onClick={onClick}
    >
      <span aria-hidden>{emoji}</span>
      {(count > 1 || isSingleShown) && count}
    </button>
  );
}
