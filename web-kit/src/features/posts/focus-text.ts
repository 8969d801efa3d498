/** Moves the focus to the text of the composer, before the pressed control vanishes. */
export function focusText(control: HTMLElement): void {
  control.closest('[data-slot="picture-drop"]')?.querySelector("textarea")?.focus();
}
