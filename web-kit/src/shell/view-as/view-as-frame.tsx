import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Eye } from "lucide-react";
import { type CSSProperties, type FormEvent, type ReactNode, useEffect } from "react";
import { errorMessage } from "../../api/problem.ts";
import { serverNow } from "../../api/server-clock.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { loadPage } from "../load-page.ts";
import { Button } from "../../ui/button.tsx";
import { formatClock } from "../../language/clock.ts";
import { toast } from "../../ui/toast-store.ts";
import { type CurrentView, stopViewAs, useCurrentView } from "./queries.ts";

/** The server answers every write with this message; forms are stopped before. */
const readOnlyMessage = () => t`You are viewing Guildhall as a member. This view is read-only.`;

/** All screens, below the banner while a member of staff views the site as another person. */
export function ViewAsFrame({ children }: { children: ReactNode }) {
  const view = useCurrentView();
  if (view === null) return children;
  return (
    <div
      className="flex h-dvh flex-col"
      // Screens as high as the window are as high as the part below the banner instead.
      style={fullHeight}
      onSubmitCapture={refuseForm}
    >
      <Banner {...view} />
      <div className="min-h-0 flex-1 overflow-y-auto">{children}</div>
    </div>
  );
}

const fullHeight: CSSProperties & Record<"--screen-height", string> = { "--screen-height": "100%" };

function refuseForm(event: FormEvent): void {
  const form = event.target;
  if (form instanceof Element && form.closest("search, [role=search]") !== null) return;
  event.preventDefault();
  event.stopPropagation();
  toast.error(readOnlyMessage());
}

function Banner({ me, viewedAs }: CurrentView) {
  const staffPage = `/staff/users/${viewedAs.userId}`;
  const stop = useSingleFlightMutation({
    mutationFn: stopViewAs,
    onSuccess: () => loadPage(staffPage),
    onError: (error) => toast.error(errorMessage(error, t`Failed to stop viewing as a member`)),
  });
  const { displayName } = me;
  const endsAt = Date.parse(viewedAs.endsAt);
  const clock = formatClock(endsAt);
  useEffect(() => {
    const timer = setTimeout(() => loadPage(staffPage), Math.max(0, endsAt - serverNow()));
    return () => clearTimeout(timer);
  }, [endsAt, staffPage]);
  return (
    <div
      role="region"
      aria-label={t`View as member`}
      className="flex shrink-0 flex-wrap items-center justify-center gap-x-3 gap-y-1.5 bg-warning-subtle px-4 py-2 text-13 text-warning-text forced-colors:border-b"
    >
      <p className="flex items-center gap-2">
        <Eye size={16} aria-hidden className="shrink-0" />
        <span>
          <Trans>
            You are viewing Guildhall as{" "}
            <strong className="font-semibold">
              <bdi>{displayName}</bdi>
            </strong>
            . You cannot change anything, and messages are not included. Ends at {clock}.
          </Trans>
        </span>
      </p>
      <Button size="sm" busy={stop.isPending} onClick={() => stop.mutate()}>{t`Stop`}</Button>
    </div>
  );
}
