import { createContext, type ReactNode, useContext } from "react";

/** The owner of the shown tokens and webhooks: the network or one affiliation. */
export interface IntegrationsOwner {
  /** Common prefix of the owner's requests. */
  api: string;
  /** Path of the screen; a webhook's page is below it. */
  root: string;
  /** True for the network, false for an affiliation. */
  isNetwork: boolean;
  /** Shows a failed load; a refusal has no retry. */
  renderFailure: (error: Error, retry: () => void) => ReactNode;
}

export const IntegrationsContext = createContext<IntegrationsOwner | null>(null);

export function useOwner(): IntegrationsOwner {
  const owner = useContext(IntegrationsContext);
  if (owner === null) throw new Error("useOwner outside the integrations of an owner");
  return owner;
}
