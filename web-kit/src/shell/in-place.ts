import type { NavigateOptions } from "react-router";

/**
 * How a choice on a screen goes into its address: as the same page, and at once. Drawn later, as going
 * somewhere else is, a list of choices would show the old one for a moment, and a second key pressed
 * in that moment would be lost.
 */
export const inPlace: NavigateOptions = { replace: true, flushSync: true };
