import { Popover } from "radix-ui";
import { useEffect, useMemo, useRef } from "react";
import { useIsDesktop } from "../../../shell/use-is-desktop.ts";
import { Dialog } from "../../../ui/dialog.tsx";
import { CardContent } from "./card-content.tsx";
import type { PersonCardProps } from "../../person-card/card-part.ts";

/** A person in brief: a popover next to their name or, on a phone, a bottom sheet. */
export function PersonCard(props: PersonCardProps) {
  const { person, onClose } = props;
  if (useIsDesktop()) return <CardPopover {...props} />;
  return (
    <Dialog open titleHidden title={person.displayName} onOpenChange={(open) => open || onClose()}>
      <CardContent {...{ person, onClose }} />
    </Dialog>
  );
}

function CardPopover({ person, opened, hover, onClose }: PersonCardProps) {
  const { anchor, by } = opened;
  const virtualRef = useMemo(() => ({ current: anchor }), [anchor]);
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLElement>(null);
  useEffect(() => {
    if (by !== "click") return;
    opener.current = anchor instanceof HTMLButtonElement ? anchor : focused();
    // A click on the name keeps a card open that hovering opened.
    panel.current?.focus({ preventScroll: true });
  }, [by, anchor]);
  const onOpenAutoFocus = (event: Event) => {
    event.preventDefault();
    if (by === "click") panel.current?.focus({ preventScroll: true });
  };
  const onCloseAutoFocus = (event: Event) => {
    event.preventDefault();
    // A click elsewhere has moved the focus already.
    if (focused() === null) opener.current?.focus({ preventScroll: true });
  };
  return (
    <Popover.Root open onOpenChange={(open) => open || onClose()}>
      <Popover.Anchor virtualRef={virtualRef} />
      <Popover.Portal>
        <Popover.Content
          ref={panel}
          data-slot="person-card"
          aria-label={person.displayName}
          tabIndex={-1}
          align="start"
          sideOffset={6}
          collisionPadding={8}
          className="pop z-50 w-[min(20rem,calc(100vw-2rem))] animate-fade p-4 outline-none"
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={onCloseAutoFocus}
          onInteractOutside={(event) => {
            // A click on the name closes the card by itself.
            if (event.target instanceof Node && anchor.contains(event.target))
              event.preventDefault();
          }}
          onPointerEnter={hover.onPointerEnter}
          onPointerLeave={hover.onPointerLeave}
        >
          <CardContent {...{ person, onClose }} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** The focused element, unless it is the page as a whole. */
function focused(): HTMLElement | null {
  const element = document.activeElement;
  return element instanceof HTMLElement && element !== document.body ? element : null;
}
