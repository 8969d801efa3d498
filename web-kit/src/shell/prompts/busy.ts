import { isTyping } from "../../ui/use-roving.ts";

const OVERLAY_SELECTOR = '[role="dialog"], [role="alertdialog"], [role="menu"]';

/** True while a popup would interrupt typing or an open dialog; a prompt counts as a dialog. */
export function isBusy(): boolean {
  return isTyping(document.activeElement) || document.querySelector(OVERLAY_SELECTOR) !== null;
}

/** The same for prompts themselves, which do not wait for each other here. */
export function isBusyWithoutPrompts(): boolean {
  const overlays = [...document.querySelectorAll(OVERLAY_SELECTOR)];
  return (
    isTyping(document.activeElement) || overlays.some((one) => !one.hasAttribute("data-prompt"))
  );
}
