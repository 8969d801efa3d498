import { Trans } from "@lingui/react/macro";
import { Link } from "react-router";
import type { Me } from "../../api/types.ts";
import { useBoot } from "../../shell/app.ts";
import { formatDate } from "../../ui/time.ts";

/** Announces the date from which signing in requires a second factor, until one is set up. */
export function GraceBanner({ me }: { me: Me }) {
  const { mode } = useBoot();
  const { enforcedFrom, hasTotp, isOffered, passkeys } = me.secondFactor;
  // A passkey counts only on the main site, where it can be used.
  const hasOne = hasTotp || (passkeys > 0 && mode === "main");
  if (enforcedFrom === null || hasOne || !isOffered) return null;
  const date = formatDate(enforcedFrom);
  return (
    <div
      role="status"
      className="bg-warning-subtle px-4 py-2 text-center text-13 text-warning-text"
    >
      <Trans>
        Two-factor authentication is required from {date} on.{" "}
        <Link to="/settings/two-factor" className="font-strong underline underline-offset-3">
          Set it up now
        </Link>
      </Trans>
    </div>
  );
}
