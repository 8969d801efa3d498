import { locale } from "../../language/format.ts";
import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { Calendar, EyeOff, Lock, MapPin } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import type { UserProfile } from "../../api/types.ts";
import { Avatar } from "../../ui/avatar.tsx";
import { Badge } from "../../ui/badge.tsx";
import { Hallmark, VerifiedTick } from "../../ui/mark.tsx";
import { Note } from "../../ui/note.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { useBoot } from "../../shell/app.ts";
import { CordCard } from "../cords/cord-card.tsx";
import { StrongestCords } from "../cords/strongest-cords.tsx";
import { ActivityCounts } from "./activity-counts.tsx";
import { ProfileTabs } from "./profile-tabs.tsx";

type About = NonNullable<UserProfile["about"]>;

/** A profile: the person, their texts and lists on the left, their affiliations on the right. */
export function ProfileView({ profile, actions }: { profile: UserProfile; actions: ReactNode }) {
  const { about, viewer } = profile;
  return (
    <div className="grid gap-x-14 gap-y-8 md:pt-4 lg:grid-cols-[1fr_320px]">
      <div className="min-w-0">
        <Head profile={profile} actions={actions} />
        {about === null ? <PrivateProfile profile={profile} /> : <AboutText about={about} />}
        {!viewer.isSelf && !viewer.isBlocked && <CordCard person={profile} />}
        {about !== null && <ProfileTabs {...{ profile, about }} />}
      </div>
      {about !== null && (viewer.isSelf || about.affiliations.length > 0) && (
        <aside
          className="flex flex-col gap-8 lg:pt-1"
          aria-label={viewer.isSelf ? t`Affiliations and cords` : t`Affiliations`}
        >
          <Affiliations about={about} self={viewer.isSelf} />
          {viewer.isSelf && <StrongestCords />}
        </aside>
      )}
    </div>
  );
}

function Head({ profile, actions }: { profile: UserProfile; actions: ReactNode }) {
  const { displayName, handle, about } = profile;
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-3 md:gap-x-6">
      <Avatar
        name={displayName}
        src={profile.profilePictureLarge ?? profile.profilePicture}
        size={112}
        className="max-md:size-20!"
      />
      <div className="min-w-0 self-center md:self-start md:pt-1">
        <div className="flex flex-wrap items-start justify-between gap-3">
          <div className="min-w-0">
            <h1 className="display text-24 wrap-anywhere md:text-30">
              <PersonName name={displayName} /> {profile.isVerified && <VerifiedTick size={20} />}
            </h1>
            {handle !== null && <p className="text-14 text-ink-3">@{handle}</p>}
          </div>
          <div className="flex gap-2 pt-1 max-md:hidden">{actions}</div>
        </div>
        <div className="max-md:hidden">{about !== null && <Facts about={about} />}</div>
      </div>
      <div className="col-span-2 md:hidden">{about !== null && <Facts about={about} />}</div>
      <div className="col-span-2 flex gap-3 *:flex-1 md:hidden">{actions}</div>
    </div>
  );
}

const joinMonthFormat = new Intl.DateTimeFormat(locale(), {
  month: "long",
  year: "numeric",
  timeZone: "UTC",
});

function Facts({ about }: { about: About }) {
  const joinMonth = joinMonthFormat.format(Date.parse(about.joinedDate));
  return (
    <>
      {about.jobTitle !== null && <p className="mt-2 text-15">{about.jobTitle}</p>}
      <ul className="mt-1.5 flex flex-wrap gap-x-4 gap-y-1 text-13 text-ink-3">
        {about.location !== null && (
          <li className="inline-flex items-center gap-1.5">
            <MapPin size={14} aria-hidden /> {about.location}
          </li>
        )}
        <li className="inline-flex items-center gap-1.5">
          <Calendar size={14} aria-hidden /> {t`Joined ${{ month: joinMonth }}`}
        </li>
      </ul>
    </>
  );
}

function AboutText({ about }: { about: About }) {
  return (
    <>
      {about.bio !== null && (
        <p className="mt-6 max-w-[66ch] text-15 whitespace-pre-line text-ink-2" dir="auto">
          {about.bio}
        </p>
      )}
      <ActivityCounts about={about} />
      {about.quote !== null && (
        <blockquote className="mt-6 max-w-[60ch] border-s-2 border-brand-line ps-4 text-15 text-ink-2 italic">
          {about.quote}
        </blockquote>
      )}
      {about.interests.length > 0 && (
        <section className="mt-6">
          <h2 className="text-13 font-semibold">{t`Interests`}</h2>
          <ul className="mt-2 flex flex-wrap gap-1.5">
            {about.interests.map((interest) => (
              <li key={interest}>
                <Badge tone="line">{interest}</Badge>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

/** Shown instead of a profile that is closed to the viewer. */
function PrivateProfile({ profile }: { profile: UserProfile }) {
  if (profile.viewer.isBlocked) {
    return (
      <Note className="mt-6" tone="warning">
        <Trans>
          You blocked <PersonName name={profile.firstName} />. You cannot find or follow each other.
        </Trans>
      </Note>
    );
  }
  return (
    <Note className="mt-6" icon={<Lock size={16} aria-hidden className="mt-px" />}>
      <Trans>
        <PersonName name={profile.firstName} /> keeps this profile private.
      </Trans>
    </Note>
  );
}

function Affiliations({ about, self }: { about: About; self: boolean }) {
  const { mode } = useBoot();
  if (about.affiliations.length === 0) return null;
  return (
    <section>
      <h2 className="mb-1 text-13 font-semibold">{t`Affiliations`}</h2>
      <ul>
        {about.affiliations.map((relationship) => (
          <li key={relationship.id} className="flex items-center gap-3 py-2">
            <Hallmark
              name={relationship.name}
              logo={relationship.logo}
              colour={relationship.brandColour}
              size={32}
              tinted={mode === "main"}
            />
            <span className="min-w-0 flex-1">
              <Link
                to={`/affiliation/${relationship.id}`}
                className="block truncate text-13 font-medium hover:underline"
              >
                {relationship.name}
              </Link>
              {!relationship.isPublic && (
                <span className="block text-12 text-ink-3">
                  {self ? t`Only you and staff see this` : t`Hidden on their profile`}
                </span>
              )}
            </span>
            {!relationship.isPublic && (
              <Badge>
                <EyeOff size={11} aria-hidden />{" "}
                {t({ message: "Hidden", context: "affiliation on a profile" })}
              </Badge>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
