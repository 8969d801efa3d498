import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import type { Community } from "../../../api/types.ts";
import { Paged } from "../../../ui/paged.tsx";
import { loadFailure } from "../../../api/loading.ts";
import { CommunityIcon } from "../../communities/community-icon.tsx";
import { communityListQuery } from "../../communities/queries.ts";
import { memberCountLabel } from "../../communities/labels.ts";
import { NoCommunities } from "../no-communities.tsx";
import { newArticlePath } from "../may-write.ts";
import { EditorPage, EditorSkeleton } from "./editor-page.tsx";

/** Asks in which community to publish if the URL contains no community. */
export function ChooseCommunity() {
  const mine = useInfiniteQuery(communityListQuery("mine"));
  return (
    <EditorPage title={t`New Article`} back="/articles" communityId="" name={null}>
      <Paged
        query={mine}
        waiting={<EditorSkeleton />}
        failure={(error) => loadFailure(error, "communities")}
        empty={<NoCommunities />}
      >
        {(communities) => (
          <>
            <p className="text-15 text-ink-2">{t`In which community?`}</p>
            <ul className="mt-3 max-w-[520px] divide-y divide-line-soft">
              {communities.map((community) => (
                <li key={community.id}>
                  <Choice community={community} />
                </li>
              ))}
            </ul>
          </>
        )}
      </Paged>
    </EditorPage>
  );
}

function Choice({ community }: { community: Community }) {
  return (
    <Link
      to={newArticlePath(community.id)}
      className="flex items-center gap-3 rounded-md px-2 py-3 hover:bg-hover"
    >
      <CommunityIcon community={community} size={36} />
      <span className="min-w-0">
        <span className="block truncate text-14 font-semibold" dir="auto">
          {community.name}
        </span>
        <span className="block text-12 text-ink-3">{memberCountLabel(community)}</span>
      </span>
    </Link>
  );
}
