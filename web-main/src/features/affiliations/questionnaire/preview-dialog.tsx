import { useQuery } from "@tanstack/react-query";
import type { Affiliation, Boot } from "@guildhall/web-kit/api/types.ts";
import { useBoot } from "@guildhall/web-kit/shell/app.ts";
import { Dialog } from "@guildhall/web-kit/ui/dialog.tsx";
import { Loaded, type Loading } from "@guildhall/web-kit/features/communities/loaded.tsx";
import { type DoorLooks, portalLooksQuery } from "../../tenants/queries.ts";
import { FormWaiting } from "@guildhall/web-kit/features/affiliations/application/form-waiting.tsx";
import { FormPreview } from "./form-preview.tsx";
import { LoadFailure, WithSettings } from "./with-settings.tsx";

export type PreviewedDoor = Boot["mode"];

/** The questionnaire and the brand are loaded when the dialog opens. */
export function PreviewDialog(props: {
  affiliation: Affiliation;
  door: PreviewedDoor;
  onClose: () => void;
}) {
  const { affiliation, door, onClose } = props;
  const looks = useLooks(affiliation, door);
  const at = looks.data && ` on ${looks.data.boot.brand.name}`;
  return (
    <Dialog
      open
      title={door === "main" ? "Preview (Main)" : "Preview (Whitelabel)"}
      description={`The saved questionnaire, as applicants see it${at ?? ""}.`}
      className="md:w-[min(64rem,calc(100vw-2rem))]!"
      onOpenChange={onClose}
    >
      <Loaded
        query={looks}
        skeleton={<FormWaiting />}
        renderFailure={(error, retry) => <LoadFailure {...{ error, retry }} />}
      >
        {(shown) =>
          shown === null ? (
            <p className="pb-6 text-14 text-ink-2">The portal no longer exists.</p>
          ) : (
            <WithSettings affiliation={affiliation}>
              {({ questionnaire }) => <FormPreview looks={shown} questionnaire={questionnaire} />}
            </WithSettings>
          )
        }
      </Loaded>
    </Dialog>
  );
}

function useLooks({ id }: Affiliation, door: PreviewedDoor): Loading<DoorLooks | null> {
  const boot = useBoot();
  const isPortal = door === "whitelabel";
  const portal = useQuery({ ...portalLooksQuery(id, boot), enabled: isPortal });
  const { error, refetch } = portal;
  return { data: isPortal ? portal.data : { boot, css: "" }, error, refetch };
}
