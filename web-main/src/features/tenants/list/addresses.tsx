import type { TenantAddress } from "../types.ts";

/** A portal's hosts; on a platform host the portal's own label is emphasised. */
export function Addresses({ addresses }: { addresses: readonly TenantAddress[] }) {
  return (
    <span className="block font-mono text-12">
      {addresses.map(({ host, kind }) => (
        <span key={host} className="block [overflow-wrap:anywhere]">
          {kind === "platform" ? <Dimmed host={host} /> : host}
        </span>
      ))}
    </span>
  );
}

function Dimmed({ host }: { host: string }) {
  const dot = host.indexOf(".");
  if (dot === -1) return host;
  return (
    <>
      {host.slice(0, dot)}
      <span className="text-ink-3">{host.slice(dot)}</span>
    </>
  );
}

/** The host used in links and emails. */
export function primaryHost(addresses: readonly TenantAddress[]): string {
  return (addresses.find(({ isPrimary }) => isPrimary) ?? addresses[0])?.host ?? "";
}
