/**
 * Shows a number on the icon of the installed app; 0 removes it. Used by the pages and the worker.
 */
export async function showAppBadge(count: number): Promise<void> {
  // Browsers without badges lack both functions.
  if (!("setAppBadge" in navigator)) return;
  await (count === 0 ? navigator.clearAppBadge() : navigator.setAppBadge(count)).catch(
    // The app is not installed, or its icon has no badge.
    () => undefined,
  );
}
