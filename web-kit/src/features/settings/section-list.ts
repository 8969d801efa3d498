import { t } from "@lingui/core/macro";
import {
  Archive,
  Ban,
  Bell,
  Eye,
  Gavel,
  Keyboard,
  KeyRound,
  LockKeyhole,
  type LucideIcon,
  MessageCircle,
  MonitorSmartphone,
  Palette,
  ShieldCheck,
  UserRound,
} from "lucide-react";

/** A page of the settings, without its content. */
export interface SectionInfo {
  /** Last segment of its path: `/settings/privacy`. */
  slug: SectionSlug;
  label: string;
  icon: LucideIcon;
  /** Description for the phone's list and below the section's title. */
  text: string;
  /** Not offered on portals. */
  mainOnly?: true;
}

export type SectionSlug =
  | "account"
  | "password"
  | "devices"
  | "two-factor"
  | "passkeys"
  | "privacy"
  | "messages"
  | "notifications"
  | "appearance"
  | "keyboard"
  | "blocked"
  | "staff-actions"
  | "data";

const sections: readonly [SectionInfo, ...SectionInfo[]] = [
  {
    slug: "account",
    label: t`Account`,
    icon: UserRound,
    text: t`Your name, your email address and your tier.`,
  },
  {
    slug: "password",
    label: t`Password`,
    icon: LockKeyhole,
    text: t`Change the password you sign in with.`,
  },
  {
    slug: "devices",
    label: t`Devices`,
    icon: MonitorSmartphone,
    text: t`The devices where you are signed in.`,
  },
  {
    slug: "two-factor",
    label: t`Two-factor authentication`,
    icon: ShieldCheck,
    text: t`A second step when you sign in.`,
  },
  {
    slug: "passkeys",
    label: t`Passkeys`,
    icon: KeyRound,
    text: t`Sign in with your device.`,
    mainOnly: true,
  },
  {
    slug: "privacy",
    label: t`Privacy`,
    icon: Eye,
    text: t`Who can see your profile and find you.`,
  },
  {
    slug: "messages",
    label: t`Messages and cords`,
    icon: MessageCircle,
    text: t`Who may message you, and what others see.`,
  },
  {
    slug: "notifications",
    label: t`Notifications`,
    icon: Bell,
    text: t`Choose which notifications you receive.`,
  },
  {
    slug: "appearance",
    label: t`Appearance & language`,
    icon: Palette,
    text: t`Theme and language.`,
  },
  {
    slug: "keyboard",
    label: t`Keyboard`,
    icon: Keyboard,
    text: t`Keyboard shortcuts.`,
  },
  {
    slug: "blocked",
    label: t`Blocked people`,
    icon: Ban,
    text: t`People you have blocked.`,
  },
  {
    slug: "staff-actions",
    label: t`Staff actions`,
    icon: Gavel,
    text: t`What staff have done with your account, and the reason.`,
  },
  {
    slug: "data",
    label: t`Your data`,
    icon: Archive,
    text: t`Download your data or delete your account.`,
  },
];

/** The sections of this site in order; on wide screens `/settings` shows the first. */
export function sectionList(isPortal: boolean): [SectionInfo, ...SectionInfo[]] {
  const [first, ...others] = sections;
  return [first, ...others.filter(({ mainOnly }) => !(isPortal && mainOnly))];
}
