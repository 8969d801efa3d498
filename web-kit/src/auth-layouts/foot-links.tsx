import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { clsx } from "clsx";
import { Link } from "react-router";
import { useBoot } from "../shell/app.ts";

const links = [
  { to: "/about", label: t`About` },
  { to: "/terms-of-service", label: t`Terms` },
  { to: "/privacy-policy", label: t`Privacy` },
  { to: "/community-guidelines", label: t`Community Guidelines` },
];

/** Links to the public pages, and the brand's own, at the bottom of the screens before sign-in. */
export function FootLinks({ className }: { className?: string }) {
  const { brand } = useBoot();
  return (
    <nav
      aria-label={t`About this site`}
      className={clsx("flex flex-wrap gap-x-5 gap-y-1 text-12", className)}
    >
      {links.map(({ to, label }) => (
        <Link key={to} to={to} className="py-1 hover:underline">
          {label}
        </Link>
      ))}
      {brand.footerLinks?.map(({ label, url }) => (
        <a key={`${label} ${url}`} href={url} rel="noreferrer" className="py-1 hover:underline">
          {label}
        </a>
      ))}
    </nav>
  );
}

/** On a portal: the note that it runs on Guildhall. */
export function RunsOnGuildhall({ className }: { className?: string }) {
  const { portal, mainOrigin } = useBoot();
  if (portal === null) return null;
  return (
    <span className={clsx("text-12", className)}>
      <Trans>
        Runs on{" "}
        <a href={mainOrigin} className="font-medium underline-offset-3 hover:underline">
          Guildhall
        </a>
      </Trans>
    </span>
  );
}
