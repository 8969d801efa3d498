export function postPath(post: { communityId: string; threadId: string; id: string }): string {
  return `/communities/${post.communityId}/threads/${post.threadId}#post-${post.id}`;
}
