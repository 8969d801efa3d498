/** The end of an address that names an announcement or event of the opened list. */
export const announcementHash = (id: string) => `#announcement-${id}`;

/** The announcement that an address names; null without one. */
export function announcementIn(hash: string): string | null {
  return /^#announcement-([0-9a-z-]+)$/i.exec(hash)?.[1] ?? null;
}
