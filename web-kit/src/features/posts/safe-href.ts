const LINK_SCHEMES = new Set(["http:", "https:", "mailto:", "irc:", "ircs:", "xmpp:"]);

/** The target of a link, if a link may lead there. */
export function safeHref(href: string | null): string | null {
  if (href === null) return null;
  try {
    const url = new URL(href, window.location.origin);
    return LINK_SCHEMES.has(url.protocol) ? url.href : null;
  } catch {
    return null;
  }
}
