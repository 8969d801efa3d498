import type { components } from "./schema.d.ts";
import type { RequiredFields } from "./types.ts";

type Schemas = components["schemas"];

/** A search result. `matches` belong to the excerpt, or to the caption of a thread. */
export type SearchItem = RequiredFields<Schemas["SearchResult"]>;
/** A filter that the server has read in a search text, such as `in:bridges`. */
export type SearchFilter = RequiredFields<Schemas["SearchFilter"]>;
export type SearchResults = RequiredFields<Schemas["SearchResults"]>;
