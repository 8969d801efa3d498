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
import type { ComponentType } from "react";
import type { Me } from "../../api/types.ts";
import { PasskeysSection } from "../second-factor/passkeys-section.tsx";
import { TwoFactorSection } from "../second-factor/two-factor-section.tsx";
import { AccountSection } from "./account-section.tsx";
import { AppearanceSection } from "./appearance-section.tsx";
import { BlockedSection } from "./blocked-section.tsx";
import { DataSection } from "./data-section.tsx";
import { DevicesSection } from "./devices-section.tsx";
import { KeyboardSection } from "./keyboard-section.tsx";
import { MessagesSection } from "./messages-section.tsx";
import { NotificationsSection } from "./notifications-section.tsx";
import { PasswordSection } from "./password-section.tsx";
import { PrivacySection } from "./privacy-section.tsx";
import { StaffActionsSection } from "./staff-actions-section.tsx";

export interface Section {
  /** Last segment of its path: `/settings/privacy`. */
  slug: string;
  label: string;
  icon: LucideIcon;
  /** Description for the phone's list and below the section's title. */
  text: string;
  Content: ComponentType<{ me: Me }>;
  /** Not offered on portals. */
  mainOnly?: true;
}

const sections: readonly [Section, ...Section[]] = [
  {
    slug: "account",
    label: t`Account`,
    icon: UserRound,
    text: t`Your name, your email address and your tier.`,
    Content: AccountSection,
  },
  {
    slug: "password",
    label: t`Password`,
    icon: LockKeyhole,
    text: t`Change the password you sign in with.`,
    Content: PasswordSection,
  },
  {
    slug: "devices",
    label: t`Devices`,
    icon: MonitorSmartphone,
    text: t`The devices where you are signed in.`,
    Content: DevicesSection,
  },
  {
    slug: "two-factor",
    label: t`Two-factor authentication`,
    icon: ShieldCheck,
    text: t`A second step when you sign in.`,
    Content: TwoFactorSection,
  },
  {
    slug: "passkeys",
    label: t`Passkeys`,
    icon: KeyRound,
    text: t`Sign in with your device.`,
    Content: PasskeysSection,
    mainOnly: true,
  },
  {
    slug: "privacy",
    label: t`Privacy`,
    icon: Eye,
    text: t`Who can see your profile and find you.`,
    Content: PrivacySection,
  },
  {
    slug: "messages",
    label: t`Messages and cords`,
    icon: MessageCircle,
    text: t`Who may message you, and what others see.`,
    Content: MessagesSection,
  },
  {
    slug: "notifications",
    label: t`Notifications`,
    icon: Bell,
    text: t`Choose which notifications you receive.`,
    Content: NotificationsSection,
  },
  {
    slug: "appearance",
    label: t`Appearance & language`,
    icon: Palette,
    text: t`Theme and language.`,
    Content: AppearanceSection,
  },
  {
    slug: "keyboard",
    label: t`Keyboard`,
    icon: Keyboard,
    text: t`Keyboard shortcuts.`,
    Content: KeyboardSection,
  },
  {
    slug: "blocked",
    label: t`Blocked people`,
    icon: Ban,
    text: t`People you have blocked.`,
    Content: BlockedSection,
  },
  {
    slug: "staff-actions",
    label: t`Staff actions`,
    icon: Gavel,
    text: t`What staff have done with your account, and the reason.`,
    Content: StaffActionsSection,
  },
  {
    slug: "data",
    label: t`Your data`,
    icon: Archive,
    text: t`Download your data or delete your account.`,
    Content: DataSection,
  },
];

/** The sections of this site in order; on wide screens `/settings` shows the first. */
export function settingsSections(isPortal: boolean): [Section, ...Section[]] {
  const [first, ...others] = sections;
  return [first, ...others.filter(({ mainOnly }) => !(isPortal && mainOnly))];
}
