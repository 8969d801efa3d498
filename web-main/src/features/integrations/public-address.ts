/**
 * True unless a URL's host is an IP address that is not reachable from the whole internet (IANA
 * special-purpose registries), or this computer. The server checks the address of a name at every
 * delivery.
 */
export function isPublicHost(host: string): boolean {
  if (host === "localhost" || host.endsWith(".localhost")) return false;
  if (host.startsWith("[")) return isPublicV6(host.slice(1, -1));
  return /^\d+(?:\.\d+){3}$/.test(host) ? isPublicV4(host.split(".").map(Number)) : true;
}

function isPublicV4([a = 0, b = 0, c = 0]: readonly number[]): boolean {
  const isLocal =
    a === 10 ||
    a === 127 ||
    (a === 172 && b >= 16 && b < 32) ||
    (a === 192 && b === 168) ||
    (a === 169 && b === 254);
  const isReserved =
    a === 0 ||
    a >= 224 ||
    (a === 100 && b >= 64 && b < 128) ||
    (a === 192 && b === 0 && c === 0) ||
    (a === 192 && b === 88 && c === 99) ||
    (a === 198 && (b === 18 || b === 19));
  const isDocumentation =
    (a === 192 && b === 0 && c === 2) ||
    (a === 198 && b === 51 && c === 100) ||
    (a === 203 && b === 0 && c === 113);
  return !(isLocal || isReserved || isDocumentation);
}

/** Only 2000::/3 is allocated; tunnels (Teredo, 6to4) lead to addresses that were not checked. */
function isPublicV6(address: string): boolean {
  const groups = groupsOf(address);
  const [a = 0, b = 0] = groups;
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    const [high = 0, low = 0] = groups.slice(6);
    return isPublicV4([high >> 8, high & 0xff, low >> 8, low & 0xff]);
  }
  const isAllocated = (a & 0xe000) === 0x2000;
  const isTunnel = (a === 0x2001 && b < 0x0200) || a === 0x2002;
  const isDocumentation = (a === 0x2001 && b === 0x0db8) || (a === 0x3fff && b < 0x1000);
  return isAllocated && !isTunnel && !isDocumentation;
}

/** The eight groups of an IPv6 address as a browser writes it. */
function groupsOf(address: string): number[] {
  const [start = "", end = ""] = address.split("::");
  const before = parseGroups(start);
  const after = parseGroups(end);
  const zeros = Math.max(0, 8 - before.length - after.length);
  return [...before, ...Array.from({ length: zeros }, () => 0), ...after];
}

const parseGroups = (part: string) =>
  part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16));
