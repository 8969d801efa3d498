import { t } from "@lingui/core/macro";
import { ArrowUpRight } from "lucide-react";

/** An affiliation's website, in a list of facts. */
export function Website({ href }: { href: string }) {
  return (
    <span className="meta-dot">
      <a
        href={href}
        target="_blank"
        rel="noreferrer noopener"
        className="link inline-flex items-center gap-1"
      >
        {t`Website`} <ArrowUpRight size={12} aria-hidden className="rtl:-scale-x-100" />
      </a>
    </span>
  );
}
