import { t } from "@lingui/core/macro";
import { ChevronRight } from "lucide-react";
import { Link } from "react-router";
import { insightsPath } from "./may-write.ts";

/** Links to the community and its Insights. */
export function Breadcrumbs(props: { communityId: string; name: string | null }) {
  const { communityId, name } = props;
  return (
    <nav aria-label={t`Breadcrumb`} className="min-w-0">
      <ol className="flex items-center gap-1.5 text-13 text-ink-2">
        <li className="min-w-0">
          <Link
            to={`/communities/${communityId}`}
            className="block truncate hover:text-ink hover:underline"
          >
            <bdi>{name ?? t`Community`}</bdi>
          </Link>
        </li>
        <li className="flex items-center gap-1.5">
          <ChevronRight size={14} aria-hidden className="text-ink-3 rtl:-scale-x-100" />
          <Link
            to={insightsPath(communityId)}
            className="hover:text-ink hover:underline"
          >{t`Insights`}</Link>
        </li>
      </ol>
    </nav>
  );
}
