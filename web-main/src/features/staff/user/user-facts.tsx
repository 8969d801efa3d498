import { plural, t } from "@lingui/core/macro";
import type { ReactNode } from "react";
import type { StaffUser } from "@guildhall/web-kit/api/staff-types.ts";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { staffRoleLabel } from "./role-labels.ts";

const moment = (time: string | null) => (time === null ? "–" : formatMoment(time));

function secondFactorOf({ hasTotp, passkeys, secondFactorRequired }: StaffUser): string {
  const ways = [
    hasTotp && t`Authenticator app`,
    passkeys > 0 && plural(passkeys, { one: "# passkey", other: "# passkeys" }),
  ].filter((way) => way !== false);
  const has = ways.length === 0 ? t`None` : ways.join(", ");
  return secondFactorRequired ? t`${has}, required` : has;
}

function notificationEmailsOf({ emailStatus }: StaffUser): string {
  if (emailStatus === null)
    return t({ message: "Sent", context: "state of the notification emails" });
  const since = moment(emailStatus.since);
  return emailStatus.reason === "bounced"
    ? t`Not sent: an email bounced ${since}`
    : t`Not sent: marked as spam ${since}`;
}

function factsOf(user: StaffUser): [string, ReactNode][] {
  const { subscription, subscriptionEndDate } = user;
  const tier =
    subscriptionEndDate === null
      ? subscription
      : t`${subscription} until ${{ moment: moment(subscriptionEndDate) }}`;
  return [
    [t`User ID`, <code key="id">{user.id}</code>],
    [t`Joined`, moment(user.joinedDate)],
    [t`Last sign-in`, moment(user.lastLogin)],
    [t`Signed-in browsers`, user.sessions],
    [t`Password`, user.passwordResetRequired ? t`A new one is required` : t`In use`],
    [t`Second factor`, secondFactorOf(user)],
    [t`Email`, user.emailVerified && !user.markedUnverified ? t`Verified` : t`Not verified`],
    [t`Notification emails`, notificationEmailsOf(user)],
    [
      t`Onboarding`,
      user.hasCompletedOnboarding ? t({ message: "Complete", context: "state" }) : t`Not complete`,
    ],
    [t`Staff role`, user.staffRole === null ? "–" : staffRoleLabel(user.staffRole)],
    [t`Tier`, tier],
    [t`Communities`, user.communities],
    [t`Affiliations`, user.affiliations.map(({ name }) => name).join(", ") || "–"],
    [t`Paused until`, user.accountStatus === "paused" ? moment(user.pausedUntil) : "–"],
    [t`Reason for the pause`, user.pauseReason ?? "–"],
    [
      t`Legal documents`,
      user.legalAcknowledgements
        .filter(({ door: site }) => site === "main")
        .map(({ document, version }) => `${document} ${version}`)
        .join(", ") || t`Not acknowledged`,
    ],
  ];
}

/** The data of an account. */
export function UserFacts({ user }: { user: StaffUser }) {
  return (
    <dl className="grid gap-x-8 gap-y-3 px-4 text-13 sm:grid-cols-2 md:px-6 xl:grid-cols-3">
      {factsOf(user).map(([label, value]) => (
        <div key={label} className="min-w-0">
          <dt className="text-12 text-ink-3">{label}</dt>
          <dd className="[overflow-wrap:anywhere]">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
