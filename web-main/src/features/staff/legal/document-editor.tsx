import { t } from "@lingui/core/macro";
import { keepPreviousData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import { useForm, useWatch } from "react-hook-form";
import { ProblemError } from "@guildhall/web-kit/api/problem.ts";
import type { LegalDocument, LegalKey } from "@guildhall/web-kit/api/types.ts";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import { LONG_TEXT_AREA_MAX } from "@guildhall/web-kit/content/rules.ts";
import { Button } from "@guildhall/web-kit/ui/button.tsx";
import { Dialog } from "@guildhall/web-kit/ui/dialog.tsx";
import { TextAreaField, TextField } from "@guildhall/web-kit/ui/field.tsx";
import { FormAlert, Note } from "@guildhall/web-kit/ui/note.tsx";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import { legalQuery } from "@guildhall/web-kit/features/legal/queries.ts";
import { meQuery } from "@guildhall/web-kit/features/accounts/queries.ts";
import { previewQuery, publishDocument, staffKey } from "../queries.ts";
import { DiffView } from "./diff-view.tsx";

interface Values {
  title: string;
  content: string;
  effectiveDate: string;
}

const fields = ["title", "content", "effectiveDate"] as const;

/** Edits a draft of the next version, next to the server's rendering of it. */
export function DocumentEditor(props: { documentKey: LegalKey; document: LegalDocument }) {
  // The version that the draft is based on; a newer one is adopted only when requested.
  const [base, setBase] = useState(props.document);
  const [asking, setAsking] = useState(false);
  const [conflict, setConflict] = useState<LegalDocument | null>(null);
  const cache = useQueryClient();
  const form = useForm<Values>({
    defaultValues: {
      title: base.title,
      content: base.content,
      effectiveDate: base.effectiveDate ?? "",
    },
  });
  const { register, handleSubmit, setError, control, formState } = form;
  const { errors, isSubmitting } = formState;
  const content = useWatch({ control, name: "content" });
  const publish = handleSubmit(async (values) => {
    try {
      const effectiveDate = values.effectiveDate === "" ? null : values.effectiveDate;
      const draft = { ...values, effectiveDate, baseVersion: base.version };
      const published = await publishDocument(props.documentKey, draft);
      cache.setQueryData(legalQuery(props.documentKey).queryKey, published);
      setBase(published);
      setConflict(null);
      toast.success(t`Version ${{ version: published.version }} published`);
      await cache.invalidateQueries({ queryKey: staffKey });
      await cache.invalidateQueries({ queryKey: meQuery.queryKey });
    } catch (error) {
      if (error instanceof ProblemError && error.code === "document-changed") {
        const current = legalQuery(props.documentKey);
        setConflict(await cache.fetchQuery({ ...current, staleTime: 0 }));
      }
      applyProblem(error, fields, setError, t`Something went wrong. Please try again.`);
    } finally {
      setAsking(false);
    }
  });
  const nextVersion = base.version + 1;
  return (
    <form
      noValidate
      className="flex flex-col gap-4 px-4 pt-4 md:px-6"
      onSubmit={(event) => {
        event.preventDefault();
        setAsking(true);
      }}
    >
      <FormAlert>{errors.root?.message}</FormAlert>
      {conflict !== null && (
        <Conflict
          draft={content}
          current={conflict}
          onTakeUp={() => {
            setBase(conflict);
            setConflict(null);
            form.clearErrors("root");
          }}
        />
      )}
      <div className="grid gap-4 md:grid-cols-[1fr_14rem_auto] md:items-end">
        <TextField label={t`Title`} error={errors.title?.message} {...register("title")} />
        <TextField
          type="date"
          label={t`Effective date`}
          error={errors.effectiveDate?.message}
          {...register("effectiveDate")}
        />
        <Button size="lg" variant="primary" type="submit" busy={isSubmitting}>
          {t`Publish version ${nextVersion}`}
        </Button>
      </div>
      <div className="grid gap-4 xl:grid-cols-2">
        <TextAreaField
          label={t`Text, in markdown`}
          hint={t`A first line such as 2026-01-31 sets the effective date`}
          rows={28}
          maxLength={LONG_TEXT_AREA_MAX}
          className="[&_textarea]:font-mono [&_textarea]:text-13"
          error={errors.content?.message}
          {...register("content")}
        />
        <Preview content={content} />
      </div>
      {asking && (
        <Dialog
          open
          title={t`Publish version ${nextVersion}?`}
          description={t`Every member must acknowledge the change before they can continue.`}
          onOpenChange={setAsking}
          className="md:w-[min(46rem,calc(100vw-2rem))]"
          footer={
            <>
              <Button size="lg" onClick={() => setAsking(false)}>{t`Cancel`}</Button>
              <Button
                size="lg"
                variant="primary"
                busy={isSubmitting}
                onClick={() => void publish()}
              >{t`Publish`}</Button>
            </>
          }
        >
          <DiffView before={base.content} after={content} />
        </Dialog>
      )}
    </form>
  );
}

function Preview({ content }: { content: string }) {
  const text = useDeferredValue(content);
  const { data } = useQuery({ ...previewQuery(text), placeholderData: keepPreviousData });
  return (
    <section className="min-w-0">
      <h2 className="mb-1.5 text-13 font-strong">{t`Preview`}</h2>
      <div
        role="region"
        aria-label={t`Preview`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scrolling region must be focusable
        tabIndex={0}
        className="max-h-[40rem] overflow-y-auto rounded-md p-5 edge-line"
      >
        {data?.effectiveDate && (
          <p className="mb-3 text-13 text-ink-2">{t`Effective ${{ date: data.effectiveDate }}`}</p>
        )}
        {/* The server sanitises the HTML as it does for readers. */}
        <div className="reading" dangerouslySetInnerHTML={{ __html: data?.html ?? "" }} />
      </div>
    </section>
  );
}

function Conflict(props: { draft: string; current: LegalDocument; onTakeUp: () => void }) {
  const { version } = props.current;
  return (
    <Note tone="warning">
      <p>{t`Version ${version} was published while you were writing. This is how your draft differs from it:`}</p>
      <div className="my-3 text-ink">
        <DiffView before={props.current.content} after={props.draft} />
      </div>
      <Button onClick={props.onTakeUp}>{t`Continue from version ${version}`}</Button>
    </Note>
  );
}
