import { t } from "@lingui/core/macro";
import { SettingsGroup } from "../../settings/section.tsx";
import { ExportButton } from "./export-button.tsx";
import { DeletionPart } from "./deletion-part.tsx";
import { useManage } from "./manage-context.ts";
import { SettingsForm } from "./settings-form.tsx";
import { VisibilityPart } from "./visibility-part.tsx";

/** The community's texts, permissions, visibility and deletion. Staff see only the deletion. */
export function SettingsTab() {
  const { community } = useManage();
  return (
    <>
      <h2 className="sr-only">{t`Settings`}</h2>
      <div className="w-full max-w-[640px] px-4 py-6 md:px-6">
        {community.viewer.isAdmin && (
          <>
            <SettingsGroup title={t`General`}>
              <SettingsForm community={community} />
            </SettingsGroup>
            <SettingsGroup title={t`Visibility`} text={t`Every member is notified of a change.`}>
              <VisibilityPart key={community.visibility} community={community} />
            </SettingsGroup>
            <SettingsGroup
              title={t`Export`}
              text={t`Its threads, posts, Insights, comments and announcements in a machine-readable file. This export is recorded in the audit log.`}
            >
              <ExportButton communityId={community.id} />
            </SettingsGroup>
          </>
        )}
        <SettingsGroup title={t`Deletion`}>
          <DeletionPart community={community} />
        </SettingsGroup>
      </div>
    </>
  );
}
