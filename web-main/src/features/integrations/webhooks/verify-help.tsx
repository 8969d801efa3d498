import { t } from "@lingui/core/macro";
import { Help, TermList } from "../parts.tsx";

/** How the receiving program verifies a delivery (Standard Webhooks). */
export function VerifyHelp() {
  return (
    <Help title={t`How to verify a delivery`}>
      <p>{t`Deliveries follow Standard Webhooks, for which there are libraries in most languages. Each has these headers:`}</p>
      <TermList
        terms={[
          ["webhook-id", t`The id of the event. It stays the same when a delivery is repeated.`],
          ["webhook-timestamp", t`When it was sent, in seconds since 1970`],
          [
            "webhook-signature",
            t`One or more signatures, separated by spaces; each begins with v1,`,
          ],
        ]}
      />
      <ol className="flex list-decimal flex-col gap-1 ps-5">
        <li>{t`Refuse a timestamp that is more than five minutes old.`}</li>
        <li>{t`Decode the part of the secret after whsec_ from Base64. It is the key.`}</li>
        <li>{t`Compute the HMAC-SHA256 of the id, the timestamp and the unchanged body, joined by full stops, and encode it in Base64.`}</li>
        <li>{t`Compare it with each signature after “v1,”, in constant time. Accept the delivery if one is equal.`}</li>
        <li>{t`Answer with a status from 200 to 299 within 5 seconds. Ignore an id that you have seen before.`}</li>
      </ol>
      <p>{t`A delivery that fails is repeated after 5 seconds, 5 minutes, 30 minutes, and 2, 5, 10 and 14 hours. After 5 days of failures only, the webhook is disabled.`}</p>
    </Help>
  );
}
