import { useQuery } from "@tanstack/react-query";
import { CirclePause, LogOut } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { useNavigate } from "react-router";
import { serverNow } from "../../api/server-clock.ts";
import type { Me } from "../../api/types.ts";
import { SupportMail } from "../../shell/support-mail.tsx";
import { Title } from "../../shell/title.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Button } from "../../ui/button.tsx";
import { formatMoment } from "../../ui/time.ts";
import { isPaused } from "./guards.ts";
import { PlainFrame, PlainSheet } from "./plain-frame.tsx";
import { meQuery, useMe } from "./queries.ts";
import { signOut } from "./session.ts";

const atMostMs = 60 * 60_000;
const leastMs = 1000;

/** Milliseconds until the next request to the server, when the suspension may have ended. */
function untilEnd({ pausedUntil }: Me): number {
  const rest = pausedUntil === null ? atMostMs : Date.parse(pausedUntil) - serverNow();
  return Math.min(atMostMs, Math.max(leastMs, rest + leastMs));
}

/** Admits the member once the server reports the end of the suspension. */
function usePauseEnd(me: Me | null) {
  const navigate = useNavigate();
  const over = me !== null && !isPaused(me);
  useQuery({ ...meQuery, refetchInterval: me === null || over ? false : untilEnd(me) });
  useEffect(() => {
    if (over) void navigate("/", { replace: true });
  }, [over, navigate]);
}

export function PausedScreen() {
  const me = useMe();
  usePauseEnd(me);
  if (me === null) return null;
  return (
    <PlainFrame>
      <Title>Account paused</Title>
      <PlainSheet>
        <span className="inline-grid size-12 place-items-center rounded-full bg-warning-subtle text-warning-text">
          <CirclePause size={22} aria-hidden />
        </span>
        <h1 className="display mt-5 text-24 md:text-30">Your account is paused</h1>
        <p className="mt-2 text-15 text-ink-2">
          It was paused by the moderation team. While it is paused, communities, messaging and
          profile updates are unavailable.
        </p>
        <dl className="mt-6 divide-y divide-line-soft rounded-lg px-4 text-14 edge-line">
          <Fact name="Status">
            <Badge tone="warning">Paused</Badge>
          </Fact>
          {me.pausedUntil !== null && <Fact name="Until">{formatMoment(me.pausedUntil)}</Fact>}
          <Fact name="Account">{me.email}</Fact>
          <Fact name="User ID">
            <span className="font-mono text-[0.92em]">{me.id}</span>
          </Fact>
        </dl>
        <p className="mt-5 text-14 text-ink-2">
          Think this is a mistake? Write to <SupportMail className="link underline" /> and give your
          user ID.
        </p>
        <div className="mt-7 flex max-md:flex-col">
          <Button size="lg" icon={<LogOut size={16} aria-hidden />} onClick={() => void signOut()}>
            Log Out
          </Button>
        </div>
      </PlainSheet>
    </PlainFrame>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6 py-2.5">
      <dt className="shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0 text-end font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
