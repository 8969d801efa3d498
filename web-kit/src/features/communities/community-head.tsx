import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { Globe, Landmark, Lock } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Community, Visibility } from "../../api/types.ts";
import { MobileHeader } from "../../shell/mobile-header.tsx";
import { memberCountLabel, VISIBILITY_LABELS } from "./labels.ts";

const ICONS: Record<Visibility, typeof Globe> = {
  public: Globe,
  private: Lock,
  affiliations: Landmark,
};

export interface CommunityHeadProps {
  community: Community;
  phone: boolean;
  /** The part of the community on screen. */
  open: "threads" | "insights" | "events";
  actions: ReactNode;
}

/** A community's name and actions, above tabs for its parts. */
export function CommunityHead({ community, phone, open, actions }: CommunityHeadProps) {
  return (
    <>
      {phone ? (
        <>
          <h1 className="sr-only">
            <bdi>{community.name}</bdi>
          </h1>
          <MobileHeader
            title={community.name}
            subtitle={`${VISIBILITY_LABELS[community.visibility]} · ${memberCountLabel(community)}`}
            back="/communities"
            actions={actions}
          />
        </>
      ) : (
        <Head community={community}>{actions}</Head>
      )}
      <nav
        aria-label={t`Sections of ${{ community: community.name }}`}
        className="flex h-10 shrink-0 gap-5 px-5 text-13 shadow-[inset_0_-1px_0_var(--line)] max-md:h-12 max-md:px-4"
      >
        <Part to={`/communities/${community.id}`} open={open === "threads"}>
          {t`Threads`} <Count of={community.totalThreads} />
        </Part>
        <Part to={`/communities/${community.id}/insights`} open={open === "insights"}>
          {t`Insights`} {community.totalArticles > 0 && <Count of={community.totalArticles} />}
        </Part>
        <Part to={`/communities/${community.id}/events`} open={open === "events"}>
          {t`Events`}
        </Part>
      </nav>
    </>
  );
}

function Count({ of }: { of: number }) {
  return <span className="text-12 font-medium text-ink-3 tabular-nums">{of}</span>;
}

/** The open part's name is rendered as the heading. */
function Part({ to, open, children }: { to: string; open: boolean; children: ReactNode }) {
  const link = (
    <Link
      to={to}
      aria-current={open ? "page" : undefined}
      className={clsx(
        "relative flex h-full items-center gap-1.5 focus-visible:-outline-offset-2",
        open
          ? "font-semibold after:absolute after:inset-x-0 after:bottom-0 after:h-0.5 after:rounded-t-[2px] after:bg-brand-line"
          : "font-medium text-ink-2 hover:text-ink",
      )}
    >
      {children}
    </Link>
  );
  return open ? <h2 className="h-full">{link}</h2> : link;
}

function Head({ community, children }: { community: Community; children: ReactNode }) {
  const Icon = ICONS[community.visibility];
  return (
    <div className="flex items-start gap-3 px-5 pt-4 pb-2">
      <div className="min-w-0 flex-1">
        <h2 className="heading-voice truncate text-16 font-semibold" title={community.name}>
          <bdi>{community.name}</bdi>
        </h2>
        <p className="mt-0.5 flex items-center text-12 text-ink-3">
          <Icon size={13} aria-hidden className="me-1.5" />
          {VISIBILITY_LABELS[community.visibility]}
          <span className="meta-dot">{memberCountLabel(community)}</span>
        </p>
      </div>
      <span className="-me-2 flex">{children}</span>
    </div>
  );
}
