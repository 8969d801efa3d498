import type { Person, SharedCounts } from "./types.ts";

/** Start and end of each match in a text, in Unicode characters. */
export type MatchRanges = readonly (readonly [number, number])[];

interface CommunityText {
  id: string;
  communityId: string;
  communityName: string;
  created: string;
}

/** A search result. `matches` belong to the excerpt, or to the caption of a thread. */
export type SearchItem =
  | { type: "person"; id: string; person: Person; shared: SharedCounts }
  | {
      type: "community";
      id: string;
      name: string;
      titleMatches: MatchRanges;
      excerpt: string;
      matches: MatchRanges;
      memberCount: number;
      isMember: boolean;
    }
  | (CommunityText & { type: "thread"; caption: string; matches: MatchRanges; author: Person })
  | (CommunityText & {
      type: "post";
      threadId: string;
      threadCaption: string;
      author: Person;
      excerpt: string;
      matches: MatchRanges;
    })
  | (CommunityText & {
      type: "article";
      title: string;
      titleMatches: MatchRanges;
      author: Person;
      excerpt: string;
      matches: MatchRanges;
    })
  | (CommunityText & {
      type: "announcement";
      author: Person;
      excerpt: string;
      matches: MatchRanges;
    })
  | (Omit<CommunityText, "created"> & {
      type: "event";
      author: Person;
      excerpt: string;
      matches: MatchRanges;
      startsAt: string;
      endsAt: string | null;
      place: string | null;
    })
  | {
      type: "message";
      id: string;
      conversation: { id: string; title: string | null; participants: Person[] };
      /** Null if the account was deleted. */
      sender: Person | null;
      excerpt: string;
      matches: MatchRanges;
      created: string;
    };

/** A filter that the server has read in a search text, such as `in:bridges`. */
export interface SearchFilter {
  name: string;
  /** As typed, without quotes. */
  value: string;
  /** The name of the community or person; null for other filters and unknown values. */
  label: string | null;
  isKnown: boolean;
}

export interface SearchResults {
  items: SearchItem[];
  filters: SearchFilter[];
}
