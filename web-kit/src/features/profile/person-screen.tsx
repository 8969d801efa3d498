import { t } from "@lingui/core/macro";
import { useNavigate, useParams } from "react-router";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { useMe } from "../accounts/queries.ts";
import { OwnProfileScreen } from "./own-screen.tsx";
import { PersonActions } from "./person-actions.tsx";
import { ProfileLoader } from "./profile-loader.tsx";

/** Another user's profile; the viewer's own address redirects to their own profile. */
export function PersonScreen() {
  const { userId = "" } = useParams();
  const me = useMe();
  const navigate = useNavigate();
  const own =
    me !== null && (userId === me.id || userId.toLowerCase() === me.handle?.toLowerCase());
  if (own) return <OwnProfileScreen />;
  return (
    <ReadingPage title={t`Profile`} back="/network">
      <ProfileLoader
        idOrHandle={userId}
        onMissing={() => void navigate("/network")}
        renderActions={(profile) => <PersonActions profile={profile} />}
      />
    </ReadingPage>
  );
}
