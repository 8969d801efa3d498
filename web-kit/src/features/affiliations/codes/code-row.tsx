import { t } from "@lingui/core/macro";
import { codeState } from "../../../api/code-state.ts";
import type { InviteCode } from "../../../api/staff-types.ts";
import { Badge } from "../../../ui/badge.tsx";
import { Button } from "../../../ui/button.tsx";
import { formatMoment } from "../../../ui/time.ts";
import { CopyCode } from "./copy-code.tsx";

/** A code with its usage and actions. */
export function CodeRow(props: { code: InviteCode; onOpen: () => void; onDeactivate: () => void }) {
  const { code } = props;
  const state = codeState(code);
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5 text-13">
      <span className="flex min-w-0 flex-1 basis-40 items-center gap-1">
        <span className="font-mono font-semibold [overflow-wrap:anywhere]">{code.code}</span>
        <CopyCode code={code.code} />
      </span>
      <span className="text-ink-2">
        {code.expiresAt === null
          ? t`Does not expire`
          : t`Until ${{ moment: formatMoment(code.expiresAt) }}`}
      </span>
      <Badge tone={state.isUsable ? "success" : "neutral"}>{state.label}</Badge>
      <Button
        size="sm"
        onClick={props.onOpen}
        // The name contains the visible text.
        aria-label={t`${{ usage: usageLabel(code) }}: Who used ${{ code: code.code }}`}
      >
        {usageLabel(code)}
      </Button>
      {code.isActive && (
        <Button
          size="sm"
          onClick={props.onDeactivate}
          aria-label={t`Deactivate ${{ code: code.code }}`}
        >{t`Deactivate`}</Button>
      )}
    </li>
  );
}

function usageLabel({ usageCount, maxUses }: InviteCode): string {
  return maxUses === null ? t`Used ${usageCount} times` : t`Used ${usageCount} of ${maxUses}`;
}
