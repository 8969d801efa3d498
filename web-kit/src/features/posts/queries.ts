import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../../api/client.ts";
import { keys } from "../../api/keys.ts";
import { firstPage } from "../../api/loading.ts";
import type {
  Like,
  LikeResult,
  Page,
  Post,
  PostFile,
  PostImage,
  PostRevision,
  Reactor,
  RemovedPost,
} from "../../api/types.ts";
import { upload, type UploadOptions } from "../../api/upload.ts";
import type { NewPost } from "./outbox.ts";

const PAGE = 100;

function postsPath(communityId: string, threadId: string): string {
  return `/api/communities/${communityId}/threads/${threadId}/posts`;
}

/** The endpoint of a post and of what belongs to it. */
export function postEndpoint({ communityId, threadId, id }: Post): string {
  return `${postsPath(communityId, threadId)}/${id}`;
}

/** The newest page first; each further page is older. */
export const postsQuery = (communityId: string, threadId: string) =>
  infiniteQueryOptions({
    queryKey: keys.posts(communityId, threadId),
    queryFn: ({ pageParam, signal }) =>
      call<Page<Post>>("GET", postsPath(communityId, threadId), {
        signal,
        query: { cursor: pageParam, limit: PAGE },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
  });

/** The request that creates a post. */
export function createPostRequest(post: NewPost): { path: string; body: unknown } {
  const { communityId, threadId, content, parentPostId, images, files, poll } = post;
  return {
    path: postsPath(communityId, threadId),
    body: {
      content,
      ...(parentPostId !== null && { parentPostId }),
      ...(images.length > 0 && { imageIds: images.map((image) => image.id) }),
      ...(files.length > 0 && { fileIds: files.map((file) => file.id) }),
      ...(poll !== null && { poll }),
    },
  };
}

/** The endpoint that stores pictures for future posts in a community. */
export function picturesEndpoint(communityId: string): string {
  return `/api/communities/${communityId}/images`;
}

/** The endpoint that stores files for future posts in a community. */
export function filesEndpoint(communityId: string): string {
  return `/api/communities/${communityId}/files`;
}

/** Uploads a file for a future post. */
export function uploadFile(
  endpoint: string,
  file: File,
  options: UploadOptions,
): Promise<PostFile> {
  const form = new FormData();
  form.append("file", file);
  return upload<PostFile>(endpoint, form, options);
}

/** Uploads a picture for a future post or message. */
export function uploadPicture(
  endpoint: string,
  file: File,
  alt: string,
  options: UploadOptions,
): Promise<PostImage> {
  const form = new FormData();
  if (alt !== "") form.append("alt", alt);
  form.append("file", file);
  return upload<PostImage>(endpoint, form, options);
}

export function changePost(postId: string, content: string): Promise<Post> {
  return call<Post>("PATCH", `/api/posts/${postId}`, { body: { content } });
}

/** The versions of a post, the newest first. No event names a version, so none is kept. */
export const revisionsQuery = ({ communityId, threadId, id, editedAt }: Post) =>
  queryOptions({
    queryKey: keys.revisions(id, editedAt),
    queryFn: async ({ signal }) => {
      const path = `${postsPath(communityId, threadId)}/${id}/revisions`;
      return (await call<{ items: PostRevision[] }>("GET", path, { signal })).items;
    },
    staleTime: 0,
    gcTime: 0,
  });

export function deletePost(postId: string): Promise<RemovedPost> {
  return call<RemovedPost>("DELETE", `/api/posts/${postId}`);
}

/** What members can like and react to. */
export interface LikeSubject {
  kind: "post" | "article";
  id: string;
}

/** Who liked a post or an Insight, the latest first. No event names who likes, so it is not kept. */
export const likesQuery = ({ kind, id }: LikeSubject) =>
  infiniteQueryOptions({
    queryKey: keys.likes(kind, id),
    queryFn: ({ pageParam, signal }) =>
      call<Page<Like>>("GET", `/api/${kind}s/${encodeURIComponent(id)}/likes`, {
        signal,
        query: { cursor: pageParam },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
    staleTime: 0,
    gcTime: 0,
  });

/** Who reacted to a post or an Insight, the latest first. It is loaded each time it is opened. */
export const reactorsQuery = ({ kind, id }: LikeSubject) =>
  infiniteQueryOptions({
    queryKey: keys.reactors(kind, id),
    queryFn: ({ pageParam, signal }) =>
      call<Page<Reactor>>("GET", `/api/${kind}s/${encodeURIComponent(id)}/reactions`, {
        signal,
        query: { cursor: pageParam },
      }),
    initialPageParam: firstPage,
    getNextPageParam: (last) => last.nextCursor,
    staleTime: 0,
    gcTime: 0,
  });

export const reactionsPath = (postId: string) => `/api/posts/${postId}/reactions`;

export function toggleReaction(postId: string, emoji: string): Promise<Pick<Post, "reactions">> {
  return call("POST", reactionsPath(postId), { body: { emoji } });
}

export const likePath = (postId: string) => `/api/posts/${postId}/like`;

export function toggleLike(postId: string): Promise<LikeResult> {
  return call<LikeResult>("POST", likePath(postId), { body: {} });
}
