import { useQuery } from "@tanstack/react-query";
import { Dot } from "@guildhall/web-kit/ui/dot.tsx";
import { TabNav } from "../../../ui/tab-nav.tsx";
import { domainsQuery } from "../queries.ts";
import { needsAttention } from "../labels.ts";
import { useTenant } from "./tenant-context.ts";

const tabs = [
  { path: "", label: "Overview" },
  { path: "brand", label: "Brand" },
  { path: "domains", label: "Domains" },
  { path: "sign-in", label: "Sign-in" },
  { path: "members", label: "Members" },
  { path: "analytics", label: "Analytics" },
  { path: "log", label: "Log" },
] as const;

/** The tabs of a portal's page; each has its own address. */
export function TenantTabs() {
  const { tenant, root } = useTenant();
  const domains = useQuery(domainsQuery(tenant.id)).data ?? [];
  const marked = needsAttention(domains);
  return (
    <TabNav
      label="Sections of this portal"
      tabs={tabs.map(({ path, label }) => ({
        to: path === "" ? root : `${root}/${path}`,
        label,
        end: path === "",
        ...(path === "domains" && marked && { mark: <AttentionMark /> }),
      }))}
    />
  );
}

function AttentionMark() {
  return (
    <>
      <Dot tone="warning" />
      <span className="sr-only">, needs attention</span>
    </>
  );
}
