import { Link } from "react-router";
import type { Me } from "../../api/types.ts";
import { formatDate } from "../../ui/time.ts";

/** Until a second factor is set up, says from when on there is no signing in without one. */
export function GraceBanner({ me }: { me: Me }) {
  const { enforcedFrom, hasTotp, isOffered } = me.secondFactor;
  if (enforcedFrom === null || hasTotp || !isOffered) return null;
  return (
    <div
      role="status"
      className="bg-warning-subtle px-4 py-2 text-center text-13 text-warning-text"
    >
      Two-factor authentication is required from {formatDate(enforcedFrom)} on.{" "}
      <Link to="/settings/two-factor" className="font-strong underline underline-offset-3">
        Set it up now
      </Link>
    </div>
  );
}
