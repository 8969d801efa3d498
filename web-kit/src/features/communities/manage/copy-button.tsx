import { useMutation } from "@tanstack/react-query";
import { Download } from "lucide-react";
import { wordsOf } from "../../../api/problem.ts";
import { Button, type ButtonProps } from "../../../ui/button.tsx";
import { keepFile } from "../../../ui/keep-file.ts";
import { toast } from "../../../ui/toast-store.ts";
import { ProofDialog } from "../../second-factor/proof-dialog.tsx";
import { ProofGivenUp, useProof } from "../../second-factor/use-proof.ts";
import { fetchCopy } from "./queries.ts";

/** Exports the community's posts after a step-up authentication. */
export function CopyButton(props: { communityId: string; size?: ButtonProps["size"] }) {
  const { communityId, size } = props;
  const { withProof, asked } = useProof();
  const copy = useMutation({
    mutationFn: () => withProof(() => fetchCopy(communityId)),
    onSuccess: (file) => keepFile(file, "community.ndjson"),
    onError: (error) => {
      if (error instanceof ProofGivenUp) return;
      toast.error(wordsOf(error, "Failed to export community"));
    },
  });
  return (
    <>
      <Button
        {...(size !== undefined && { size })}
        icon={<Download size={15} aria-hidden />}
        busy={copy.isPending}
        onClick={() => copy.mutate()}
      >
        Export community
      </Button>
      <ProofDialog asked={asked} />
    </>
  );
}
