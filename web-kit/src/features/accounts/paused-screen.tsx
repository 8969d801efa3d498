import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useQuery } from "@tanstack/react-query";
import { CirclePause, LogOut } from "lucide-react";
import { type ReactNode, useEffect } from "react";
import { Link, useNavigate } from "react-router";
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

const POLL_MAX_MS = 60 * 60_000;
const POLL_MIN_MS = 1000;

/** Milliseconds until the next request to the server, when the suspension may have ended. */
function msUntilEnd({ pausedUntil }: Me): number {
  const rest = pausedUntil === null ? POLL_MAX_MS : Date.parse(pausedUntil) - serverNow();
  return Math.min(POLL_MAX_MS, Math.max(POLL_MIN_MS, rest + POLL_MIN_MS));
}

/** Admits the member once the server reports the end of the suspension. */
function usePauseEnd(me: Me | null) {
  const navigate = useNavigate();
  const over = me !== null && !isPaused(me);
  useQuery({ ...meQuery, refetchInterval: me === null || over ? false : msUntilEnd(me) });
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
      <Title>{t`Account paused`}</Title>
      <PlainSheet>
        <span className="inline-grid size-12 place-items-center rounded-full bg-warning-subtle text-warning-text">
          <CirclePause size={22} aria-hidden />
        </span>
        <h1 className="display mt-5 text-24 md:text-30">{t`Your account is paused`}</h1>
        <p className="mt-2 text-15 text-ink-2">{t`It was paused by the moderation team. While it is paused, communities, messaging and profile updates are unavailable.`}</p>
        <dl className="mt-6 divide-y divide-line-soft rounded-lg px-4 text-14 edge-line">
          <PauseFact name={t`Status`}>
            <Badge tone="warning">{t`Paused`}</Badge>
          </PauseFact>
          {me.pausedUntil !== null && (
            <PauseFact name={t`Until`}>{formatMoment(me.pausedUntil)}</PauseFact>
          )}
          <PauseFact name={t`Account`}>{me.email}</PauseFact>
          <PauseFact name={t`User ID`}>
            <span className="font-mono text-[0.92em]">{me.id}</span>
          </PauseFact>
        </dl>
        <p className="mt-5 text-14 text-ink-2">
          <Trans>
            Think this is a mistake?{" "}
            <Link to="/support/tickets" className="link underline">
              Ask our staff
            </Link>
            , or write to <SupportMail className="link underline" /> and give your user ID.
          </Trans>
        </p>
        <div className="mt-7 flex max-md:flex-col">
          <Button
            size="lg"
            icon={<LogOut size={16} aria-hidden />}
            onClick={() => void signOut()}
          >{t`Log Out`}</Button>
        </div>
      </PlainSheet>
    </PlainFrame>
  );
}

function PauseFact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6 py-2.5">
      <dt className="shrink-0 text-ink-3">{name}</dt>
      <dd className="min-w-0 text-end font-medium wrap-anywhere">{children}</dd>
    </div>
  );
}
