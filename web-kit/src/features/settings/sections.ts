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
import { type SectionInfo, sectionList, type SectionSlug } from "./section-list.ts";

export interface Section extends SectionInfo {
  Content: ComponentType<{ me: Me }>;
}

const CONTENTS: Record<SectionSlug, Section["Content"]> = {
  account: AccountSection,
  password: PasswordSection,
  devices: DevicesSection,
  "two-factor": TwoFactorSection,
  passkeys: PasskeysSection,
  privacy: PrivacySection,
  messages: MessagesSection,
  notifications: NotificationsSection,
  appearance: AppearanceSection,
  keyboard: KeyboardSection,
  blocked: BlockedSection,
  "staff-actions": StaffActionsSection,
  data: DataSection,
};

/** The sections of this site in order; on wide screens `/settings` shows the first. */
export function settingsSections(isPortal: boolean): [Section, ...Section[]] {
  const [first, ...others] = sectionList(isPortal);
  return [withContent(first), ...others.map(withContent)];
}

function withContent(section: SectionInfo): Section {
  return { ...section, Content: CONTENTS[section.slug] };
}
