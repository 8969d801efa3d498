import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Download, PackageOpen } from "lucide-react";
import type { DataExport, Me } from "../../api/types.ts";
import { useSingleFlightMutation } from "../../api/use-single-flight-mutation.ts";
import { Button } from "../../ui/button.tsx";
import { downloadFile } from "../../ui/download-file.ts";
import { FormAlert } from "../../ui/note.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { formatMoment } from "../../ui/time.ts";
import { ProofDialog } from "../second-factor/proof-dialog.tsx";
import { useProof } from "../second-factor/use-proof.ts";
import { requestExport, exportQuery, fetchExport } from "./data-queries.ts";
import { DeletionPart } from "./deletion-part.tsx";
import { failureMessage } from "./failure-message.ts";
import { SettingsGroup } from "./section.tsx";

/** Data export and account deletion. */
export function DataSection({ me }: { me: Me }) {
  return (
    <>
      <SettingsGroup
        title={t`A copy of your data`}
        text={t`All data stored about you, as an archive of machine-readable files. Creating it takes a moment; you can download it for seven days.`}
      >
        <ExportPart />
      </SettingsGroup>
      <SettingsGroup
        title={t`Delete your account`}
        text={t`You are signed out on all devices. For seven days you can sign in again and keep your account; then it is deleted permanently. Your posts in communities stay, attributed to “Former member”.`}
      >
        <DeletionPart me={me} />
      </SettingsGroup>
    </>
  );
}

function ExportPart() {
  const cache = useQueryClient();
  const { data, error } = useQuery(exportQuery);
  const { withProof, requested } = useProof();
  const ask = useSingleFlightMutation({
    mutationFn: () => withProof(requestExport),
    onSuccess: (made) => cache.setQueryData(exportQuery.queryKey, { export: made }),
  });
  const fetching = useSingleFlightMutation({
    mutationFn: (id: string) => withProof(() => fetchExport(id)),
    onSuccess: (file) => downloadFile(file, "guildhall-data.zip"),
  });
  const known = data?.export ?? null;
  const failure = [ask.error, fetching.error, error].find((one) => one !== null);
  return (
    <div className="flex flex-col gap-3">
      {known !== null && <State known={known} />}
      <div className="flex flex-wrap gap-2">
        {known?.state === "ready" && (
          <Button
            variant="primary"
            icon={<Download size={15} aria-hidden />}
            busy={fetching.isPending}
            onClick={() => fetching.mutate(known.id)}
          >{t`Download`}</Button>
        )}
        {known?.state !== "waiting" && (
          <Button
            icon={<PackageOpen size={15} aria-hidden />}
            busy={ask.isPending}
            onClick={() => ask.mutate()}
          >
            {known === null ? t`Request a copy` : t`Request a new copy`}
          </Button>
        )}
      </div>
      <FormAlert>{failure === undefined ? null : failureMessage(failure)}</FormAlert>
      <ProofDialog requested={requested} />
    </div>
  );
}

function State({ known }: { known: DataExport }) {
  if (known.state === "waiting") {
    return (
      <p role="status" className="flex items-center gap-2 text-14 text-ink-2">
        <Spinner size={15} /> {t`Your copy is being created.`}
      </p>
    );
  }
  return (
    <p
      role="status"
      className="text-14 text-ink-2"
    >{t`Your copy is ready until ${{ moment: formatMoment(known.expiresAt) }}.`}</p>
  );
}
