import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useRef, useState } from "react";
import { keys } from "@guildhall/web-kit/api/keys.ts";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import type { BulkInvitation } from "@guildhall/web-kit/api/affiliation-admin-types.ts";
import { useSingleFlightMutation } from "@guildhall/web-kit/api/use-single-flight-mutation.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { TextAreaField } from "@guildhall/web-kit/ui/field.tsx";
import { FileInput } from "@guildhall/web-kit/ui/file-input.tsx";
import { FormDialog } from "@guildhall/web-kit/ui/form-dialog.tsx";
import { useManage } from "../manage-context.ts";
import { type BulkRequest, inviteMany } from "../queries.ts";
import { addressesIn, ROWS_MAX } from "./address-list.ts";
import { BulkResult } from "./bulk-result.tsx";

interface CsvFile {
  name: string;
  text: string;
}

/** Maximum size of a CSV file; a list of 500 rows is far smaller. */
const CSV_BYTES_MAX = 256 * 1024;

/**
 * Invites everyone on a list of addresses or in a CSV file. The first run is a dry run, whose
 * result is shown by row before anything is sent.
 */
export function BulkDialog({ onClose }: { onClose: () => void }) {
  const { affiliation } = useManage();
  const cache = useQueryClient();
  const [text, setText] = useState("");
  const [file, setFile] = useState<CsvFile | null>(null);
  const [fieldError, setFieldError] = useState<string>();
  const [result, setResult] = useState<BulkInvitation | null>(null);
  const run = useSingleFlightMutation({
    mutationFn: (dryRun: boolean) => inviteMany(affiliation.id, requestOf(text, file, dryRun)),
    // No toast: the dialog itself announces the result.
    onSuccess: setResult,
    onSettled: (_, __, dryRun) => {
      if (dryRun) return;
      // Not awaited: it would wait while offline.
      void cache.invalidateQueries({ queryKey: keys.affiliationInvitations(affiliation.id) });
      void cache.invalidateQueries({ queryKey: keys.affiliationOverview(affiliation.id) });
    },
  });
  // Another list needs another check.
  const change = (apply: () => void) => {
    apply();
    setResult(null);
    setFieldError(undefined);
    run.reset();
  };
  const isDone = result !== null && !result.dryRun;
  const isChecked = result !== null && result.dryRun && result.invited > 0;
  return (
    <FormDialog
      title={t`Invite by list`}
      description={t`Up to ${ROWS_MAX} email addresses. Members of the network see the invitation on their next visit; others receive an email.`}
      confirm={isDone ? t`Done` : isChecked ? t`Send the invitations` : t`Check the list`}
      busyLabel={isChecked ? t`Sending...` : t`Checking...`}
      cancel={isDone ? t`Close` : t`Cancel`}
      busy={run.isPending}
      failure={run.error && errorMessage(run.error, t`Failed to create affiliation invitation`)}
      onSubmit={(event) => {
        event.preventDefault();
        if (isDone) return onClose();
        if (file === null && addressesIn(text).length === 0) {
          return setFieldError(t`Enter at least one address, or choose a CSV file.`);
        }
        run.mutate(!isChecked);
      }}
      onClose={onClose}
    >
      {!isDone && (
        <>
          {file === null && (
            <TextAreaField
              label={t`Email addresses`}
              hint={t`One per line, or separated by commas`}
              rows={5}
              autoCapitalize="none"
              spellCheck={false}
              error={fieldError}
              value={text}
              onChange={(event) => change(() => setText(event.target.value))}
            />
          )}
          <CsvField
            file={file}
            onChoose={(chosen) => change(() => setFile(chosen))}
            onError={setFieldError}
          />
          {file !== null && fieldError !== undefined && (
            <p role="alert" className="text-12 font-medium text-danger-text">
              {fieldError}
            </p>
          )}
        </>
      )}
      {result !== null && <BulkResult result={result} />}
    </FormDialog>
  );
}

function requestOf(text: string, file: CsvFile | null, dryRun: boolean): BulkRequest {
  return file === null ? { addresses: addressesIn(text), dryRun } : { csv: file.text, dryRun };
}

function CsvField(props: {
  file: CsvFile | null;
  onChoose: (file: CsvFile | null) => void;
  onError: (message: string) => void;
}) {
  const { file, onChoose, onError } = props;
  const place = useRef<HTMLDivElement>(null);
  const read = async (chosen: File | undefined) => {
    if (chosen === undefined) return;
    if (chosen.size > CSV_BYTES_MAX) return onError(t`The file is too large (256 KB at most).`);
    onChoose({ name: chosen.name, text: await chosen.text() });
  };
  return (
    <div ref={place} className="flex flex-wrap items-center gap-2 text-13 text-ink-2">
      {/* The input itself is not a tab stop; the button opens it. */}
      <FileInput
        label={t`CSV file`}
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChoose={([chosen]) => void read(chosen)}
      />
      <Button
        icon={<FileUp size={15} aria-hidden />}
        onClick={() => place.current?.querySelector("input")?.click()}
      >
        {file === null ? t`Choose a CSV file` : t`Choose another file`}
      </Button>
      {file === null ? (
        <span>{t`The column is named email, or is the first one.`}</span>
      ) : (
        <>
          <span className="min-w-0 wrap-anywhere">{file.name}</span>
          <Button variant="quiet" onClick={() => onChoose(null)}>{t`Remove the file`}</Button>
        </>
      )}
    </div>
  );
}
