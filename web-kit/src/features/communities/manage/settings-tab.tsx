import { Part } from "../../settings/section.tsx";
import { CopyButton } from "./copy-button.tsx";
import { DeletionPart } from "./deletion-part.tsx";
import { useManage } from "./place.ts";
import { SettingsForm } from "./settings-form.tsx";
import { VisibilityPart } from "./visibility-part.tsx";

/** The community's texts, permissions, visibility and deletion. Staff see only the deletion. */
export function SettingsTab() {
  const { community } = useManage();
  return (
    <>
      <h2 className="sr-only">Settings</h2>
      <div className="w-full max-w-[640px] px-4 py-6 md:px-6">
        {community.viewer.isAdmin && (
          <>
            <Part title="What it says and allows">
              <SettingsForm community={community} />
            </Part>
            <Part title="Visibility" text="Every member is told when it changes.">
              <VisibilityPart key={community.visibility} community={community} />
            </Part>
            <Part
              title="A copy of it"
              text="Its threads, posts, articles, comments and announcements, in a file that programs can read. That you took it is written down."
            >
              <CopyButton communityId={community.id} />
            </Part>
          </>
        )}
        <Part title="Deletion">
          <DeletionPart community={community} />
        </Part>
      </div>
    </>
  );
}
