import type { LinkPreview, Poll, PostFile } from "../api/types.ts";

/** Test data builders for what posts contain below their text. */
/** A named single-choice poll without votes that does not close. */
export function poll(changes: Partial<Poll> = {}): Poll {
  return {
    id: "poll",
    multiple: false,
    secret: false,
    closesAt: null,
    closed: false,
    voters: 0,
    options: [
      { id: "north", text: "North pier", votes: 0 },
      { id: "south", text: "South pier", votes: 0 },
    ],
    chosen: [],
    mayClose: false,
    ...changes,
  };
}

export function postFile(id: string, changes: Partial<PostFile> = {}): PostFile {
  const url = `/api/files/${id}`;
  return { id, name: `${id}.pdf`, mediaType: "application/pdf", size: 2_400_000, url, ...changes };
}

export function linkPreview(url: string, changes: Partial<LinkPreview> = {}): LinkPreview {
  const title = `Title of ${url}`;
  return { url, title, description: null, siteName: null, imageUrl: null, ...changes };
}
