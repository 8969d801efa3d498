import { t } from "@lingui/core/macro";
import { clsx } from "clsx";
import { Heart, Landmark, Reply } from "lucide-react";
import { useBoot } from "@guildhall/web-kit/shell/app.ts";
import { BrandLockup } from "@guildhall/web-kit/shell/brand-lockup.tsx";
import { Avatar } from "@guildhall/web-kit/ui/avatar.tsx";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Count } from "@guildhall/web-kit/ui/count.tsx";
import { Dot } from "@guildhall/web-kit/ui/dot.tsx";
import { CommunityMark } from "@guildhall/web-kit/ui/mark.tsx";

const communities = [
  { name: t`North branch`, unread: 9 },
  { name: t`Newcomers`, unread: 31 },
  { name: t`Casework`, unread: 0 },
  { name: t`Committee`, unread: 3 },
];

const threads = [
  {
    caption: t`Agenda for the general meeting`,
    by: "Maeve",
    words: t`The minutes are up.`,
    fresh: 2,
  },
  { caption: t`Rooms for the spring term`, by: "Chidi", words: t`Two are still free.`, fresh: 7 },
  { caption: t`Who can bring chairs?`, by: "Grace", words: t`I have eight.`, fresh: 0 },
  { caption: t`Report of the treasurer`, by: "Zofia", words: t`Thank you, all of you.`, fresh: 0 },
];

const posts = [
  {
    name: "Maeve Donnelly",
    when: t`2 days ago`,
    words: t`The agenda is settled, and the papers follow on Monday. Please send what is missing.`,
  },
  {
    name: "Zofia Kowalczyk",
    when: t`1 hour ago`,
    words: t`Could we take the accounts first? Two of us have to leave early.`,
    liked: true,
  },
  { name: "Grace Adeyemi", when: t`6 minutes ago`, words: t`Of course. I have moved them up.` },
];

/** A sample of a member's page with placeholder content, to preview a brand on a new portal. */
export function SampleCommunity() {
  return (
    <div className="flex h-dvh flex-col overflow-hidden bg-canvas">
      <Bar />
      <div className="flex min-h-0 flex-1 md:[[data-chrome=brand]_&]:pt-2 md:[[data-chrome=deep]_&]:pt-2">
        <Communities />
        <div className="sheet flex min-w-0 flex-1 overflow-hidden max-md:rounded-none md:me-2 md:mb-2">
          <Threads />
          <Posts />
        </div>
      </div>
    </div>
  );
}

function Bar() {
  const { brand } = useBoot();
  return (
    <header className="flex h-14 shrink-0 items-center gap-1 bg-bar px-5 text-bar-ink">
      <span className="me-5 [[data-chrome=brand]_&]:[--mark:var(--bar-ink)] [[data-chrome=brand]_&]:[--on-mark:var(--bar)]">
        <BrandLockup size={24} className="text-[0.9375rem]" />
      </span>
      {[t`About`, t`My Communities`, t`Network`, t`Messages`].map((item, index) => (
        <span
          key={item}
          className={clsx(
            "inline-flex h-8 items-center rounded-sm px-2.5 text-13 font-medium max-md:hidden",
            index === 1 ? "bg-bar-selected font-semibold text-bar-ink" : "text-bar-ink-2",
          )}
        >
          {item}
        </span>
      ))}
      <span className="ms-auto">
        <Avatar name={t`Member of ${{ name: brand.name }}`} size={28} />
      </span>
    </header>
  );
}

function Communities() {
  return (
    <aside className="w-[272px] shrink-0 px-3 max-lg:hidden">
      <p className="flex h-12 items-center px-2 text-14 font-semibold">{t`My Communities`}</p>
      <ul>
        {communities.map(({ name, unread }, index) => (
          <li
            key={name}
            className={clsx(
              "flex h-10 items-center gap-2.5 rounded-md px-2 text-13",
              index === 0 && "bg-selected",
              unread > 0 ? "font-semibold" : "text-ink-2",
            )}
          >
            <CommunityMark name={name} size={26} />
            <span className="flex-1 truncate">{name}</span>
            <Count tone="tint" value={unread} />
          </li>
        ))}
      </ul>
    </aside>
  );
}

function Threads() {
  return (
    <section className="w-[360px] shrink-0 border-e border-line-soft px-2 pt-4 max-md:w-full max-md:border-e-0">
      <h2 className="heading-voice px-3 text-16 font-semibold">{t`North branch`}</h2>
      <p className="mt-0.5 flex items-center gap-1.5 px-3 text-12 text-ink-3">
        <Landmark size={12} aria-hidden /> {t`312 members`}
      </p>
      <ul className="mt-3">
        {threads.map(({ caption, by, words, fresh }, index) => (
          <li
            key={caption}
            className={clsx("flex gap-3 rounded-md px-3 py-2.5", index === 0 && "bg-selected")}
          >
            <Avatar name={by} size={28} />
            <div className="min-w-0 flex-1">
              <p className={clsx("text-14", fresh > 0 ? "font-semibold" : "font-medium")}>
                {caption}
              </p>
              <p className="truncate text-13 text-ink-2">
                <bdi>{by}</bdi>: {words}
              </p>
              {fresh > 0 && (
                <p className="text-12 font-semibold text-brand-text">{t`${fresh} new`}</p>
              )}
            </div>
            {fresh > 0 && <Dot tone="brand" className="mt-1.5" />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Posts() {
  return (
    <section className="flex min-w-0 flex-1 flex-col px-8 py-4 max-md:hidden">
      <h2 className="heading-voice border-b border-line-soft pb-3.5 text-18 font-semibold">{t`Agenda for the general meeting`}</h2>
      <ul className="flex-1 pt-3">
        {posts.map(({ name, when, words, liked }) => (
          <li key={name} className="flex gap-3 py-2.5">
            <Avatar name={name} size={36} />
            <div className="min-w-0">
              <p className="text-14">
                <span className="font-semibold">{name}</span>{" "}
                <span className="text-12 text-ink-3">{when}</span>
              </p>
              <p className="mt-0.5 max-w-[62ch] text-15">{words}</p>
              <p className="mt-1.5 flex gap-4 text-12 font-medium text-ink-3">
                <span className={clsx("flex items-center gap-1.5", liked && "text-brand-text")}>
                  <Heart size={14} aria-hidden fill={liked === true ? "currentColor" : "none"} /> 11
                </span>
                <span className="flex items-center gap-1.5">
                  <Reply size={14} aria-hidden className="rtl:-scale-x-100" />{" "}
                  {t({ message: "Reply", context: "verb" })}
                </span>
              </p>
            </div>
          </li>
        ))}
      </ul>
      <div className="edge-control flex items-center justify-between rounded-lg p-3">
        <span className="text-15 text-ink-3">{t`Write a post`}</span>
        <Button size="sm" variant="primary">
          {t({ message: "Post", context: "verb" })}
        </Button>
      </div>
    </section>
  );
}
