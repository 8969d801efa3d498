import { clsx } from "clsx";
import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from "react";
import { BrandMark } from "../brand-lockup.tsx";
import { useClearance } from "./use-clearance.ts";
import { useYielding } from "./use-yielding.ts";

export interface PromptCardProps {
  title: string;
  children?: ReactNode;
  /** Buttons below the text. */
  actions?: ReactNode;
  /** Escape closes the card; omitted while it cannot be closed. */
  onClose?: (() => void) | undefined;
  /** A single line without the brand's mark. */
  small?: boolean;
}

/**
 * A card above the bottom bar, or at the bottom right on wide screens. It does not take the focus,
 * and it steps aside while the person types or a dialog is open.
 */
export function PromptCard({ title, children, actions, onClose, small = false }: PromptCardProps) {
  const titleId = useId();
  const card = useRef<HTMLDivElement>(null);
  const clearance = useClearance();
  const yields = useYielding();
  useEffect(() => raiseToasts(card.current));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || onClose === undefined) return;
    event.stopPropagation();
    onClose();
    document.getElementById("main")?.focus();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes it
    <div
      ref={card}
      role="dialog"
      data-prompt
      hidden={yields}
      aria-labelledby={titleId}
      onKeyDown={onKeyDown}
      style={clearance > 0 ? { bottom: clearance } : undefined}
      className={clsx(
        "fixed inset-x-3 bottom-[calc(88px+env(safe-area-inset-bottom))] z-40 pop animate-rise p-4 md:inset-x-auto md:end-6 md:bottom-6 md:w-[380px]",
        yields && "hidden",
      )}
    >
      <div className={clsx("flex gap-3.5", small && "items-center")}>
        {!small && (
          <span className="shrink-0">
            <BrandMark size={36} />
          </span>
        )}
        <div className="min-w-0 flex-1">
          <p id={titleId} className={clsx("font-semibold", small ? "text-14" : "text-15")}>
            {title}
          </p>
          {children}
          {!small && actions !== undefined && <div className="mt-3.5 flex gap-2">{actions}</div>}
        </div>
        {small && actions}
      </div>
    </div>
  );
}

/** Toasts appear above the card. */
function raiseToasts(card: HTMLElement | null): () => void {
  const style = document.documentElement.style;
  const height = card?.offsetHeight ?? 0;
  if (height > 0) style.setProperty("--prompt-height", `${String(height + 12)}px`);
  return () => {
    style.removeProperty("--prompt-height");
  };
}
