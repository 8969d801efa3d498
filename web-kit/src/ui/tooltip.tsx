import { Tooltip as Radix } from "radix-ui";
import type { FocusEvent, ReactElement } from "react";

export interface TooltipProps {
  text: string;
  side?: "top" | "right" | "bottom" | "left";
  children: ReactElement;
}

/**
 * A tooltip for a control without a visible label. The control needs an accessible name as well.
 */
export function Tooltip({ text, side = "bottom", children }: TooltipProps) {
  return (
    <Radix.Provider delayDuration={400}>
      <Radix.Root>
        <Radix.Trigger asChild onFocus={hideIfTextVisible}>
          {children}
        </Radix.Trigger>
        <Radix.Portal>
          <Radix.Content
            data-slot="tooltip"
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-50 max-w-64 animate-fade rounded-sm bg-[light-dark(var(--ink),#2b2f2e)] px-2 py-[5px] text-12 text-white"
          >
            {text}
          </Radix.Content>
        </Radix.Portal>
      </Radix.Root>
    </Radix.Provider>
  );
}

/** A closing dialog returns the focus to its button, which must not open the button's tooltip. */
function hideIfTextVisible(event: FocusEvent<HTMLElement>): void {
  if (!event.currentTarget.matches(":focus-visible")) event.preventDefault();
}
