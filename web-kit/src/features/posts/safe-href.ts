const LINK_SCHEMES = new Set(["http:", "https:", "mailto:", "irc:", "ircs:", "xmpp:"]);

/** The link target if its scheme is allowed, otherwise null. */
export function safeHref(href: string | null): string | null {
  if (href === null) return null;
  try {
    const url = new URL(href, window.location.origin);
    return LINK_SCHEMES.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
