import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ProblemError } from "@guildhall/web-kit/api/problem.ts";
import type { LegalAddition } from "@guildhall/web-kit/api/staff-types.ts";
import type { LegalKey } from "@guildhall/web-kit/api/types.ts";
import { LONG_TEXT_AREA_MAX } from "@guildhall/web-kit/content/rules.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { TextAreaField } from "@guildhall/web-kit/ui/field.tsx";
import { formatMoment } from "@guildhall/web-kit/ui/time.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { LoadError, TableSkeleton } from "../parts.tsx";
import { additionsQuery, saveAddition } from "../queries.ts";

/** The text that each portal shows in addition to the document. */
export function PortalAdditions({ documentKey }: { documentKey: LegalKey }) {
  const { data, error, refetch } = useQuery(additionsQuery(documentKey));
  if (error !== null) return <LoadError error={error} onRetry={() => void refetch()} />;
  if (data === undefined) return <TableSkeleton />;
  if (data.items.length === 0) {
    return <EmptyState className="py-12" picture="stair" title={t`There are no portals yet`} />;
  }
  return (
    <ul className="flex flex-col gap-6 px-4 pt-4 md:px-6">
      {data.items.map((addition) => (
        <li key={addition.affiliationId}>
          <Addition key={addition.version} documentKey={documentKey} addition={addition} />
        </li>
      ))}
    </ul>
  );
}

function Addition(props: { documentKey: LegalKey; addition: LegalAddition }) {
  const { documentKey, addition } = props;
  const cache = useQueryClient();
  const [text, setText] = useState(addition.content);
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await saveAddition(documentKey, addition.affiliationId, text);
      toast.success(t`${{ name: addition.brandName }}: saved`);
      await cache.invalidateQueries(additionsQuery(documentKey));
    } catch (error) {
      toast.error(
        error instanceof ProblemError ? error.detail : t`Something went wrong. Please try again.`,
      );
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className="max-w-[48rem]">
      <TextAreaField
        label={addition.brandName}
        rows={6}
        maxLength={LONG_TEXT_AREA_MAX}
        className="[&_textarea]:font-mono [&_textarea]:text-13"
        hint={
          addition.lastUpdated === null
            ? t`No additional text. Members of this portal must agree again when you add some.`
            : t`Version ${{ version: addition.version }}, changed ${{ date: formatMoment(addition.lastUpdated) }}`
        }
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Button
        className="mt-2"
        busy={busy}
        disabled={text === addition.content}
        onClick={() => void save()}
      >
        {t`Save for ${{ name: addition.brandName }}`}
      </Button>
    </div>
  );
}
