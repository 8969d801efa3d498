const TEXTS = {
  en: {
    notification: "You have a new notification.",
    offline: "You are offline. This page opens when you are back online.",
  },
  de: {
    notification: "Sie haben eine neue Benachrichtigung.",
    offline: "Sie sind offline. Diese Seite wird geöffnet, sobald Sie wieder online sind.",
  },
};

/**
 * The texts of the worker itself. It cannot read the choice of a page, so the browser's language
 * decides.
 */
export function workerTexts(): (typeof TEXTS)["en"] {
  return /^de\b/i.test(navigator.language) ? TEXTS.de : TEXTS.en;
}
