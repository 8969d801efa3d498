/** What a post can carry next to its text and pictures. */

/** A file of a post, to download. */
export interface PostFile {
  id: string;
  name: string;
  mediaType: string;
  /** In bytes. */
  size: number;
  url: string;
}

export interface PollOption {
  id: string;
  text: string;
  votes: number;
}

export interface Poll {
  id: string;
  /** True if a voter may choose several options. */
  multiple: boolean;
  /** True if only the counts are known, and not who voted for what. */
  secret: boolean;
  closesAt: string | null;
  closed: boolean;
  /** The number of people who have voted. */
  voters: number;
  options: PollOption[];
  /** The viewer's own choice. */
  chosen: string[];
  mayClose: boolean;
}

/** What a linked page says about itself. */
export interface LinkPreview {
  url: string;
  title: string;
  description: string | null;
  siteName: string | null;
  imageUrl: string | null;
}
