import { t } from "@lingui/core/macro";
import { PenLine } from "lucide-react";
import { Link } from "react-router";
import type { Community } from "../../api/types.ts";
import { Tooltip } from "../../ui/tooltip.tsx";
import { mayWrite, newArticlePath } from "./may-write.ts";

/** Link to the editor, for viewers who may write. */
export function WriteLink({ community, phone }: { community: Community; phone: boolean }) {
  if (!mayWrite(community)) return null;
  return (
    <Tooltip text={t`Write an Insight`}>
      <Link
        to={newArticlePath(community.id)}
        aria-label={t`Write an Insight`}
        className="inline-grid size-[26px] shrink-0 place-items-center rounded-sm text-ink-2 hover:bg-hover hover:text-ink max-md:size-11"
      >
        <PenLine size={phone ? 20 : 16} aria-hidden />
      </Link>
    </Tooltip>
  );
}
