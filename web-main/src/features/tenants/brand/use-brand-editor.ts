import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type Path, useForm, type UseFormReturn, useWatch } from "react-hook-form";
import { ProblemError } from "@guildhall/web-kit/api/problem.ts";
import { applyProblem } from "@guildhall/web-kit/forms/apply-problem.ts";
import { toast } from "@guildhall/web-kit/ui/toast-store.ts";
import {
  type Proof,
  ProofCancelled,
  useProof,
} from "@guildhall/web-kit/features/second-factor/use-proof.ts";
import { useTenant } from "../page/tenant-context.ts";
import {
  brandKey,
  brandQuery,
  discardDraft,
  publishBrand,
  saveBrand,
  tenantsKey,
} from "../queries.ts";
import type { BrandDocument, BrandFields, BrandState } from "../types.ts";
import { editableBrand, fieldsOf, initialBrandFields } from "./fields.ts";

export interface BrandEditor {
  form: UseFormReturn<BrandFields>;
  /** Current form values, saved or not. */
  values: BrandFields;
  /** The draft, or the published brand if there is no draft. */
  edited: BrandDocument | null;
  state: BrandState;
  dirty: boolean;
  busy: "save" | "publish" | "discard" | null;
  /** The server's message about a concurrent change by another user. */
  conflict: string | null;
  proof: Proof;
  save: () => Promise<void>;
  publish: () => Promise<void>;
  /** Resets to the saved draft; without unsaved changes, deletes the draft. */
  discard: () => Promise<void>;
  /** Resolves a conflict: adopts the other user's version, or overwrites it. */
  takeTheirs: () => Promise<void>;
  keepMine: () => Promise<void>;
  /** Called with the new draft after an upload or a removal. */
  onDraft: (draft: BrandDocument | null) => Promise<void>;
}

/** Edits a brand as a draft that is saved, published or discarded. */
export function useBrandEditor(state: BrandState): BrandEditor {
  const { tenant } = useTenant();
  const cache = useQueryClient();
  const proof = useProof();
  const [busy, setBusy] = useState<BrandEditor["busy"]>(null);
  const [conflict, setConflict] = useState<string | null>(null);
  const form = useForm<BrandFields>({ defaultValues: initialBrandFields(state, tenant) });
  const values = useWatch({ control: form.control, compute: identity });
  const dirty = form.formState.isDirty;

  const keep = (change: Partial<BrandState>) => {
    cache.setQueryData<BrandState>(
      brandKey(tenant.id),
      (KNOWN_FIELDS) => KNOWN_FIELDS && { ...KNOWN_FIELDS, ...change },
    );
  };
  const refresh = async (): Promise<BrandState> => {
    await cache.invalidateQueries({ queryKey: tenantsKey });
    return cache.fetchQuery({ ...brandQuery(tenant.id), staleTime: 0 });
  };
  const run = async (what: NonNullable<typeof busy>, action: () => Promise<void>) => {
    setBusy(what);
    form.clearErrors();
    try {
      await action();
    } catch (error) {
      if (error instanceof ProofCancelled) return;
      if (error instanceof ProblemError && error.code === "brand-changed")
        setConflict(error.detail);
      else {
        const otherwise = t`Something went wrong. Please try again.`;
        applyProblem(error, fieldNames(error), form.setError, otherwise);
      }
    } finally {
      setBusy(null);
    }
  };
  const store = async (revision: number | null): Promise<BrandDocument> => {
    const draft = await saveBrand(tenant.id, { ...trimmedFields(form.getValues()), revision });
    keep({ draft });
    form.reset(fieldsOf(draft));
    setConflict(null);
    return draft;
  };

  return {
    form,
    values,
    edited: editableBrand(state),
    state,
    dirty,
    busy,
    conflict,
    proof,
    save: () =>
      run("save", async () => {
        await store(revisionOf(state));
        toast.success(t`Draft saved`);
        await refresh();
      }),
    publish: () =>
      run("publish", async () => {
        const draft = dirty || state.draft === null ? await store(revisionOf(state)) : state.draft;
        await proof.withProof(() => publishBrand(tenant.id, draft.revision));
        toast.success(t`Brand published`);
        form.reset(initialBrandFields(await refresh(), tenant));
      }),
    discard: () =>
      run("discard", async () => {
        if (dirty) {
          form.reset(initialBrandFields(state, tenant));
          return;
        }
        await discardDraft(tenant.id);
        toast.success(t`Draft discarded`);
        form.reset(initialBrandFields(await refresh(), tenant));
      }),
    takeTheirs: async () => {
      setConflict(null);
      form.reset(initialBrandFields(await refresh(), tenant));
    },
    keepMine: () =>
      run("save", async () => {
        const theirs = await cache.fetchQuery({ ...brandQuery(tenant.id), staleTime: 0 });
        await store(revisionOf(theirs));
        toast.success(t`Draft saved`);
      }),
    onDraft: async (draft) => {
      if (draft === null) await refresh();
      else keep({ draft });
      // The server names an uploaded picture; the other form fields keep their unsaved changes.
      if (draft !== null) form.resetField("picture", { defaultValue: draft.picture });
    },
  };
}

const revisionOf = (state: BrandState) => state.draft?.revision ?? null;
const identity = (fields: BrandFields) => fields;

const text = (value: string | null) => value?.trim() || null;

/** Trims the texts and converts empty ones to null. */
function trimmedFields(fields: BrandFields): BrandFields {
  return {
    ...fields,
    name: fields.name.trim(),
    signInTitle: text(fields.signInTitle),
    signInText: text(fields.signInText),
    mailSenderName: text(fields.mailSenderName),
    mailFooter: text(fields.mailFooter),
    footerLinks: fields.footerLinks.filter(
      ({ label, url }) => label.trim() !== "" || url.trim() !== "",
    ),
  };
}

const KNOWN_FIELDS = [
  "name",
  "colour",
  "headings",
  "corners",
  "topBar",
  "signInLayout",
  "picture",
  "signInTitle",
  "signInText",
  "mailSenderName",
  "mailFooter",
] as const satisfies readonly Path<BrandFields>[];

/** The form fields that an error refers to; links are named by index. */
function fieldNames(error: unknown): Path<BrandFields>[] {
  const refused = error instanceof ProblemError ? error.errors.map(({ field }) => field) : [];
  const links = refused.filter((field): field is Path<BrandFields> =>
    /^footerLinks\.\d+\.(label|url)$/.test(field),
  );
  return [...KNOWN_FIELDS, ...links];
}
