import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { clsx } from "clsx";
import { Plus } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useBoot } from "../../shell/app.ts";
import { MobileHeader } from "../../shell/mobile-header.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { CommunityList } from "./community-list.tsx";
import { QueryContent } from "./query-content.tsx";
import { PaneFailure } from "./pane-failure.tsx";
import { communityListQuery } from "./queries.ts";
import { CommunityListSkeleton } from "./skeletons.tsx";

const CreateCommunityDialog = lazy(async () => {
  const { CreateCommunityDialog: Dialog } = await import("./create-community-dialog.tsx");
  return { default: Dialog };
});

export interface CommunitiesPaneProps {
  selectedId: string | null;
  collapsed: boolean;
  phone: boolean;
  className?: string;
}

/** The first pane: the viewer's communities. */
export function CommunitiesPane({ selectedId, collapsed, phone, className }: CommunitiesPaneProps) {
  const [creating, setCreating] = useState(false);
  const mine = useInfiniteQuery(communityListQuery("mine"));
  const add = (
    <IconButton
      size={phone ? "touch" : "sm"}
      label={t`New community`}
      icon={<Plus size={phone ? 22 : 17} aria-hidden />}
      onClick={() => setCreating(true)}
    />
  );
  return (
    <aside
      aria-label={t`My Communities`}
      data-pane="communities"
      className={clsx(
        "flex min-h-0 shrink-0 flex-col max-md:min-w-0 max-md:bg-surface md:w-[272px] lg:max-xl:w-16",
        className,
      )}
    >
      {phone && (
        <div className="sticky top-0 z-10">
          <MobileHeader title={<NetworkName />} actions={add} />
        </div>
      )}
      <div
        className={clsx(
          "flex h-12 shrink-0 items-center ps-5 pe-3 max-md:sr-only",
          collapsed && "justify-center px-0!",
        )}
      >
        <h1 className={collapsed ? "sr-only" : "text-14 font-semibold"}>{t`My Communities`}</h1>
        {!phone && <span className={clsx(!collapsed && "ms-auto")}>{add}</span>}
      </div>
      <div className="flex min-h-0 flex-1 flex-col max-md:overflow-y-auto">
        <QueryContent
          query={mine}
          skeleton={<CommunityListSkeleton />}
          renderFailure={(error, retry) => (
            <PaneFailure error={error} what="communities" onRetry={retry} className="px-4!" />
          )}
        >
          {(data) => <CommunityList {...{ data, mine, selectedId, collapsed, phone }} />}
        </QueryContent>
      </div>
      {creating && (
        <Suspense>
          <CreateCommunityDialog onClose={() => setCreating(false)} />
        </Suspense>
      )}
    </aside>
  );
}

/** The heading of the first screen on a phone; on a portal, the brand's name for it. */
function NetworkName() {
  const { portal, brand } = useBoot();
  if (portal === null) return t`My Communities`;
  return <span className="display text-24 leading-none">{brand.name}</span>;
}
