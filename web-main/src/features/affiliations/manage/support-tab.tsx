import { AffiliationSupport } from "@guildhall/web-kit/features/support/affiliation-support.tsx";
import { useManage } from "./manage-context.ts";

/** The first-line tickets of the affiliation's portal. */
export function SupportTab() {
  const { affiliation } = useManage();
  return <AffiliationSupport affiliation={affiliation} />;
}
