import { Portal } from "radix-ui";
import { Popper } from "radix-ui/internal";
import { useMemo } from "react";
import type { TooltipSide } from "./tooltip.tsx";

interface TooltipBubbleProps {
  anchor: HTMLElement;
  side: TooltipSide;
  text: string;
  onPointerEnter: () => void;
  onPointerLeave: () => void;
}

/** Shows the text of a tooltip, placed beside its control. */
export function TooltipBubble({ anchor, side, text, ...pointer }: TooltipBubbleProps) {
  const virtualRef = useMemo(() => ({ current: anchor }), [anchor]);
  return (
    <Popper.Root>
      <Popper.Anchor virtualRef={virtualRef} />
      <Portal.Root asChild>
        <Popper.Content
          role="tooltip"
          data-slot="tooltip"
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-50 max-w-64 animate-fade rounded-sm bg-[light-dark(var(--ink),#2b2f2e)] px-2 py-[5px] text-12 text-white"
          {...pointer}
        >
          {text}
        </Popper.Content>
      </Portal.Root>
    </Popper.Root>
  );
}
