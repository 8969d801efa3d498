import { t } from "@lingui/core/macro";
import { Pencil, Share } from "lucide-react";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { share } from "../../shell/share.ts";
import { Title } from "../../shell/title.tsx";
import { ButtonLink } from "../../ui/button.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { useMe } from "../accounts/queries.ts";
import { ProfileLoader } from "./profile-loader.tsx";

/** The viewer's own profile, as others see it, with links for editing. */
export function OwnProfileScreen() {
  const me = useMe();
  if (me === null) return null;
  return (
    <ReadingPage title={t`Profile`}>
      <Title>{t`Profile`}</Title>
      <ProfileLoader
        idOrHandle={me.id}
        actions={
          <>
            <ButtonLink
              to="/profile/edit"
              icon={<Pencil size={14} aria-hidden />}
            >{t`Edit profile`}</ButtonLink>
            <IconButton
              label={t`Share profile`}
              icon={<Share size={15} aria-hidden />}
              className="edge-line"
              onClick={() => void share(me.displayName, `/profile/${me.handle ?? me.id}`)}
            />
          </>
        }
      />
    </ReadingPage>
  );
}
