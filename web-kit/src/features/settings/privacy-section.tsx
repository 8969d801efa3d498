import { t } from "@lingui/core/macro";
import type { Audience, Me } from "../../api/types.ts";
import { Choices } from "../../ui/choices.tsx";
import { Note } from "../../ui/note.tsx";
import { useSetting } from "./queries.ts";
import { SettingsGroup } from "./section.tsx";

const PROFILE = [
  { value: "public", title: t`All members`, text: t`All signed-in members` },
  {
    value: "affiliations",
    title: t`My affiliations`,
    text: t`Members who share at least one affiliation with me`,
  },
  { value: "private", title: t`Nobody`, text: t`Others see my name, handle and picture only` },
] as const;

const DIRECTORY = [
  { value: "public", title: t`All members`, text: t`Listed for all signed-in members` },
  {
    value: "affiliations",
    title: t`My affiliations`,
    text: t`Listed for members who share an affiliation with me`,
  },
  { value: "private", title: t`Nobody`, text: t`Not listed` },
] as const;

export function PrivacySection({ me }: { me: Me }) {
  const setting = useSetting();
  // Shows the new choice immediately, and reverts it if the server refuses.
  const chosen = setting.isPending ? setting.variables : {};
  return (
    <>
      <SettingsGroup>
        <Choices
          label={t`Who can see my profile`}
          name="profileVisibility"
          choices={PROFILE}
          value={chosen.profileVisibility ?? profileAudience(me)}
          onChange={(event) => setting.mutate({ profileVisibility: audience(event.target.value) })}
        />
      </SettingsGroup>
      <SettingsGroup>
        <Choices
          label={t`Who can find me in the directory`}
          name="directoryVisibility"
          choices={DIRECTORY}
          value={chosen.directoryVisibility ?? me.directoryVisibility}
          onChange={(event) =>
            setting.mutate({ directoryVisibility: audience(event.target.value) })
          }
        />
        {me.isProfilePrivate && me.directoryVisibility !== "private" && (
          <Note className="mt-3">{t`Your profile is private, so the network's directory does not list you. On a portal, members of its affiliation can still find you.`}</Note>
        )}
      </SettingsGroup>
    </>
  );
}

/** A private profile is private regardless of the other setting. */
export function profileAudience(me: Me): Audience {
  return me.isProfilePrivate ? "private" : me.profileVisibility;
}

function audience(value: string): Audience {
  return value === "private" || value === "affiliations" ? value : "public";
}
