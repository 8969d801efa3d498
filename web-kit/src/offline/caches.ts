/** Names of the caches of the service worker. */

/** Files of builds; their names contain a hash of their content. */
export const FILE_CACHE = "files";

/** Prefix of the cache with the page of one build. */
export const PAGE_CACHE_PREFIX = "page/";

/** Prefix of the cache with the pictures that one person has seen. */
export const PICTURE_CACHE_PREFIX = "pictures/";
