import { t } from "@lingui/core/macro";
import { CodeLine, Help, TermList } from "../parts.tsx";

/** How a program uses a token. */
export function TokenUse() {
  const command = `curl -H "Authorization: Bearer gh_…" ${window.location.origin}/api/v1/me`;
  return (
    <Help title={t`How to use a token`}>
      <p>{t`Send the token in the header “Authorization”. A token may send 120 requests per minute.`}</p>
      <CodeLine code={command} label={t`Copy the command`} />
      <TermList
        terms={[
          ["GET /api/v1/me", t`The token's name, owner and scopes`],
          ["GET /api/v1/analytics", t`Daily counts, with ?from= and ?to=`],
          ["GET /api/v1/members", t`Members, page by page with ?cursor=`],
          ["GET /api/v1/requests", t`Requests to join, page by page; ?status= filters them`],
          ["GET /api/v1/communities", t`Communities, page by page`],
        ]}
      />
    </Help>
  );
}
