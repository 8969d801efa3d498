/** Loads this page again, in the language that is stored by now. */
export function reloadPage(): void {
  location.reload();
}
