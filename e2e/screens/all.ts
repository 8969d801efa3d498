import { activityScreens } from "./activity.ts";
import { affiliationScreens } from "./affiliations.ts";
import { articleScreens } from "./articles.ts";
import { communityLifeScreens } from "./community-life.ts";
import { communityScreens } from "./communities.ts";
import { cordScreens } from "./cords.ts";
import { entryScreens } from "./entry.ts";
import { eventScreens } from "./events.ts";
import { integrationScreens } from "./integrations.ts";
import { invitationScreens } from "./invitations.ts";
import { messageScreens } from "./messages.ts";
import { notificationScreens } from "./notifications.ts";
import { peopleScreens } from "./people.ts";
import type { Screen } from "./screen.ts";
import { searchScreens } from "./search.ts";
import { settingsScreens } from "./settings.ts";
import { shellScreens } from "./shell.ts";
import { staffScreens } from "./staff.ts";
import { deskScreens, supportScreens } from "./support.ts";
import { tenantScreens } from "./tenants.ts";

/** All screens. Each feature adds its own file here. */
export const screens: readonly Screen[] = [
  ...entryScreens,
  ...communityScreens,
  ...communityLifeScreens,
  ...articleScreens,
  ...affiliationScreens,
  ...invitationScreens,
  ...activityScreens,
  ...messageScreens,
  ...notificationScreens,
  ...peopleScreens,
  ...cordScreens,
  ...eventScreens,
  ...searchScreens,
  ...settingsScreens,
  ...shellScreens,
  ...supportScreens,
  ...staffScreens,
  ...deskScreens,
  ...tenantScreens,
  ...integrationScreens,
];
