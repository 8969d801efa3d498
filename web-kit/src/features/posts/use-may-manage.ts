import { useQuery } from "@tanstack/react-query";
import type { Post } from "../../api/types.ts";
import { communityQuery } from "../communities/queries.ts";

/** True if the viewer may close the poll of a post and hide its link previews. */
export function useMayManage(post: Post, own: boolean): boolean {
  const { data: community } = useQuery({ ...communityQuery(post.communityId), enabled: !own });
  return own || community?.viewer.isAdmin === true;
}
