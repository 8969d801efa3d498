declare const BUILD_ENTRY: string;
declare const BUILD_FILES: readonly string[];

/** Path of the entry script, which names the build of a page. */
export const buildEntry = BUILD_ENTRY;

/** Paths of the files that the first screen loads. */
export const buildFiles = BUILD_FILES;
