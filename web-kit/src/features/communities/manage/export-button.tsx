import { t } from "@lingui/core/macro";
import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { errorMessage } from "../../../api/problem.ts";
import { Button, type ButtonProps } from "../../../ui/button.tsx";
import { downloadFile } from "../../../ui/download-file.ts";
import { toast } from "../../../ui/toast-store.ts";
import { ProofDialog } from "../../second-factor/proof-dialog.tsx";
import { ProofCancelled, useProof } from "../../second-factor/use-proof.ts";
import { fetchExport } from "./queries.ts";

/** Exports the community's posts after a step-up authentication. */
export function ExportButton(props: { communityId: string; size?: ButtonProps["size"] }) {
  const { communityId, size } = props;
  const { withProof, requested } = useProof();
  const copy = useMutation({
    mutationFn: () => withProof(() => fetchExport(communityId)),
    onSuccess: (file) => downloadFile(file, "community.ndjson"),
    onError: (error) => {
      if (error instanceof ProofCancelled) return;
      toast.error(errorMessage(error, t`Failed to export community`));
    },
  });
  return (
    <>
      <Button
        {...(size !== undefined && { size })}
        icon={<Download size={15} aria-hidden />}
        busy={copy.isPending}
        onClick={() => copy.mutate()}
      >{t`Export community`}</Button>
      <ProofDialog requested={requested} />
    </>
  );
}
