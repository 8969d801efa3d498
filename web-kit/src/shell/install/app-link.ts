/**
 * A link that Android opens with the app installed for this address. Without such an app the
 * browser stays on the page.
 */
export function appLink(address: string): string {
  const { protocol, host, pathname, search, href } = new URL(address);
  const scheme = protocol.replace(":", "");
  const fallback = `S.browser_fallback_url=${encodeURIComponent(href)}`;
  const action = "action=android.intent.action.VIEW";
  return `intent://${host}${pathname}${search}#Intent;scheme=${scheme};${action};${fallback};end`;
}
