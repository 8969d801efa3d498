import { useRef } from "react";

/** Handles the focus when a dialog opens and closes. Spread the result on the dialog's content. */
export function useDialogFocus() {
  const opener = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      opener.current = keepsFocus(document.activeElement);
      focusFirstField(event);
    },
    onCloseAutoFocus: (event: Event) => restoreFocus(event, opener.current),
  };
}

/** A menu closes after a choice, so the focus returns to its button. */
function keepsFocus(focused: Element | null): Element | null {
  const button = focused?.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  return button == null ? focused : document.getElementById(button);
}

/** Focuses the first field, or the dialog itself, but not the close button. */
function focusFirstField(event: Event) {
  const panel = event.currentTarget;
  if (!(panel instanceof HTMLElement)) return;
  event.preventDefault();
  const field = panel.querySelector<HTMLElement>(
    "input:not([hidden]), textarea, select, [data-autofocus]",
  );
  (field ?? panel).focus();
}

/** Returns the focus to the previous element if it still exists. */
function restoreFocus(event: Event, opener: Element | null) {
  if (!(opener instanceof HTMLElement) || !opener.isConnected) return;
  event.preventDefault();
  opener.focus();
}
