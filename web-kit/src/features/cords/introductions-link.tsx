import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Waypoints } from "lucide-react";
import { Link } from "react-router";
import { Count } from "../../ui/count.tsx";
import type { Introduction } from "./contract.ts";
import { introductionsQuery } from "./queries.ts";

/** True if the viewer is one of the two people and has not answered yet. */
export function awaitsAnswer({ state, people, myAnswer }: Introduction, viewerId: string): boolean {
  const isIntroduced = people.some(({ userId }) => userId === viewerId);
  return state === "pending" && isIntroduced && myAnswer === null;
}

/** Leads to the introductions that await the viewer's answer; renders nothing if there are none. */
export function IntroductionsLink({ viewerId }: { viewerId: string }) {
  const { data } = useInfiniteQuery(introductionsQuery("pending"));
  const pending = (data?.pages ?? [])
    .flatMap(({ items }) => items)
    .filter((introduction) => awaitsAnswer(introduction, viewerId)).length;
  if (pending === 0) return null;
  return (
    <Link
      to="/introductions"
      className="flex min-h-9 items-center gap-2.5 rounded-sm px-2.5 text-13 font-medium hover:bg-hover max-md:min-h-11"
    >
      <Waypoints size={16} aria-hidden className="text-ink-3" />
      <span className="flex-1">{t`Introductions`}</span>
      <Count value={pending} tone="tint" label={t`waiting for your answer`} />
    </Link>
  );
}
