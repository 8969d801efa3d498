/** The screens that say themselves that the session has ended, and lead to no other (G-045). */
const screens: readonly string[] = ["/activity"];

/** Whether a session that ends at this address leaves the member there. */
export const endsInPlace = (path: string): boolean => screens.includes(path);
