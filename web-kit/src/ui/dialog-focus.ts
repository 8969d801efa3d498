import { useRef } from "react";

/** Where the focus goes as a dialog opens, and where as it closes. Spread it on the dialog's content. */
export function useDialogFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = staying(document.activeElement);
      focusFirstField(event);
    },
    onCloseAutoFocus: (event: Event) => giveBack(event, opener.current),
  };
}

/** A menu is gone soon after something is chosen in it; the button that opened it stays. */
function staying(focused: Element | null): Element | null {
  const button = focused?.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  return button == null ? focused : document.getElementById(button);
}

/** To the first thing to fill in, else to the dialog itself: a close button is nobody's aim. */
function focusFirstField(event: Event) {
  const panel = event.currentTarget;
  if (!(panel instanceof HTMLElement)) return;
  event.preventDefault();
  const field = panel.querySelector<HTMLElement>(
    "input:not([hidden]), textarea, select, [data-autofocus]",
  );
  (field ?? panel).focus();
}

/** To whatever had the focus before, if that is still there. */
function giveBack(event: Event, opener: Element | null) {
  if (!(opener instanceof HTMLElement) || !opener.isConnected) return;
  event.preventDefault();
  opener.focus();
}
