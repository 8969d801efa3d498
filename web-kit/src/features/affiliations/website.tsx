import { ArrowUpRight } from "lucide-react";

/** An affiliation's own site, in a line of facts. */
export function Website({ href }: { href: string }) {
  return (
    <span className="meta-dot">
      <a
        href={href}
        target="_blank"
        rel="noreferrer noopener"
        className="link inline-flex items-center gap-1"
      >
        Website <ArrowUpRight size={12} aria-hidden />
      </a>
    </span>
  );
}
