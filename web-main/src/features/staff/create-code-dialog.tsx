import { t } from "@lingui/core/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import type { ChangeDialogProps } from "@guildhall/web-kit/ui/form-dialog.tsx";
import {
  CodeDialog,
  type CodeOptions,
} from "@guildhall/web-kit/features/affiliations/codes/code-dialog.tsx";
import { affiliationsQuery } from "@guildhall/web-kit/features/affiliations/queries.ts";
import { createInviteCode } from "./queries.ts";

/** Creates an invite code for any affiliation, or for none. */
export function CreateCodeDialog(props: ChangeDialogProps) {
  const affiliations = useInfiniteQuery(affiliationsQuery);
  return (
    <CodeDialog
      description={t`Anyone with this code can create an account.`}
      choices={affiliations.data?.pages.flatMap((page) => page.items) ?? []}
      create={create}
      {...props}
    />
  );
}

function create({ affiliationId, customMessage, ...options }: CodeOptions, key: string) {
  const autoInviteToAffiliation = affiliationId === null ? null : { affiliationId, customMessage };
  return createInviteCode({ ...options, autoInviteToAffiliation }, key);
}
