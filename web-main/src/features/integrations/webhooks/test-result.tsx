import { t } from "@lingui/core/macro";
import { errorMessage } from "@guildhall/web-kit/api/problem.ts";
import { Note } from "@guildhall/web-kit/ui/note.tsx";
import { resultLabel } from "../labels.ts";
import type { WebhookDelivery } from "../types.ts";
import type { TestEvent } from "./use-test-event.ts";

/** The result of the last test event. A live region must exist before its content appears. */
export function TestResult({ test }: { test: TestEvent }) {
  const { delivery, error } = test;
  return (
    <div role="status" className="empty:hidden">
      {error !== null && (
        <Note tone="danger">{errorMessage(error, t`Failed to send the test event`)}</Note>
      )}
      {error === null && delivery !== null && <Result delivery={delivery} />}
    </div>
  );
}

function Result({ delivery }: { delivery: WebhookDelivery }) {
  const { status, attempts, durationMs } = delivery;
  const result = resultLabel(delivery);
  if (status === "delivered") {
    return (
      <Note tone="success">
        {t`The test event was delivered: ${result}, after ${{ duration: durationMs ?? 0 }} ms.`}
      </Note>
    );
  }
  if (status === "pending" && attempts === 0) {
    return <Note tone="plain">{t`The test event is on its way.`}</Note>;
  }
  return <Note tone="danger">{t`The test event was not delivered: ${result}.`}</Note>;
}
