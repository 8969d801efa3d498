import type { ReactNode } from "react";
import type { StaffUser } from "@guildhall/web-kit/api/staff-types.ts";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { staffRoleLabel } from "./role-labels.ts";

const moment = (time: string | null) => (time === null ? "–" : formatMoment(time));

function secondFactorOf({ hasTotp, passkeys, secondFactorRequired }: StaffUser): string {
  const ways = [
    hasTotp && "Authenticator app",
    passkeys > 0 && `${passkeys} ${passkeys === 1 ? "passkey" : "passkeys"}`,
  ].filter((way) => way !== false);
  const has = ways.length === 0 ? "None" : ways.join(", ");
  return secondFactorRequired ? `${has}, required` : has;
}

function notificationEmailsOf({ emailStatus }: StaffUser): string {
  if (emailStatus === null) return "Sent";
  const since = moment(emailStatus.since);
  return emailStatus.reason === "bounced"
    ? `Not sent: an email bounced ${since}`
    : `Not sent: marked as spam ${since}`;
}

function factsOf(user: StaffUser): [string, ReactNode][] {
  const tierEnd =
    user.subscriptionEndDate === null ? "" : ` until ${moment(user.subscriptionEndDate)}`;
  return [
    ["User ID", <code key="id">{user.id}</code>],
    ["Joined", moment(user.joinedDate)],
    ["Last sign-in", moment(user.lastLogin)],
    ["Signed-in browsers", user.sessions],
    ["Password", user.passwordResetRequired ? "A new one is required" : "In use"],
    ["Second factor", secondFactorOf(user)],
    ["Email", user.emailVerified && !user.markedUnverified ? "Verified" : "Not verified"],
    ["Notification emails", notificationEmailsOf(user)],
    ["Onboarding", user.hasCompletedOnboarding ? "Complete" : "Not complete"],
    ["Staff role", user.staffRole === null ? "–" : staffRoleLabel(user.staffRole)],
    ["Tier", `${user.subscription}${tierEnd}`],
    ["Communities", user.communities],
    ["Affiliations", user.affiliations.map(({ name }) => name).join(", ") || "–"],
    ["Paused until", user.accountStatus === "paused" ? moment(user.pausedUntil) : "–"],
    ["Reason for the pause", user.pauseReason ?? "–"],
    [
      "Legal documents",
      user.legalAcknowledgements
        .filter(({ door: site }) => site === "main")
        .map(({ document, version }) => `${document} ${version}`)
        .join(", ") || "Not acknowledged",
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
