import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { ProblemError } from "@guildhall/web-kit/api/problem.ts";
import { IntegrationsContext, type IntegrationsOwner } from "./owner.ts";
import { tokensQuery } from "./queries.ts";
import { TokensSection } from "./tokens/tokens-section.tsx";
import { WebhookPage } from "./webhooks/webhook-page.tsx";
import { WebhooksSection } from "./webhooks/webhooks-section.tsx";

/** The API tokens and webhooks of an owner, or the page of the webhook in the address. */
export function Integrations({ owner }: { owner: IntegrationsOwner }) {
  const { webhookId } = useParams();
  return (
    <IntegrationsContext value={owner}>
      {webhookId === undefined ? <Sections owner={owner} /> : <WebhookPage webhookId={webhookId} />}
    </IntegrationsContext>
  );
}

function Sections({ owner }: { owner: IntegrationsOwner }) {
  const { data, error, refetch } = useQuery(tokensQuery(owner.api));
  // One permission covers both sections, so a refusal is shown once.
  if (data === undefined && error instanceof ProblemError && [403, 404].includes(error.status)) {
    return owner.renderFailure(error, () => void refetch());
  }
  return (
    <div className="flex max-w-[920px] flex-col gap-10 px-4 py-6 md:px-6">
      <TokensSection />
      <WebhooksSection />
    </div>
  );
}
