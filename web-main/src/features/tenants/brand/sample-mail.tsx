import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useBoot } from "@guildhall/web-kit/shell/app.ts";
import { BrandLockup } from "@guildhall/web-kit/shell/brand-lockup.tsx";
import { buttonClass } from "@guildhall/web-kit/ui/button.tsx";
import type { BrandFields } from "../types.ts";

/** A sample email of the portal with placeholder content. */
export function SampleMail(props: Pick<BrandFields, "mailSenderName" | "mailFooter">) {
  const { brand, portal } = useBoot();
  const sender = props.mailSenderName || brand.name;
  return (
    <div className="min-h-dvh bg-canvas px-4 py-8">
      <p className="mx-auto mb-4 max-w-[560px] text-13 text-ink-2">
        <Trans>
          From <strong className="font-semibold text-ink">{sender}</strong>
        </Trans>
      </p>
      <div className="sheet mx-auto max-w-[560px] p-8">
        <BrandLockup className="text-16" />
        <h1 className="display mt-8 text-24">{t`Confirm your email address`}</h1>
        <p className="mt-3 text-15 text-ink-2">{t`Someone, hopefully you, signed up to ${{ name: brand.name }} with this address. Press the button to confirm that it is yours.`}</p>
        <p className="mt-6">
          <span
            className={buttonClass({ variant: "primary", size: "lg" })}
          >{t`Confirm address`}</span>
        </p>
        <p className="mt-8 border-t border-line-soft pt-4 text-12 whitespace-pre-line text-ink-3">
          {props.mailFooter ||
            t`The members’ portal of ${{ name: portal?.affiliationName ?? brand.name }}.`}
        </p>
        {brand.footerLinks !== undefined && brand.footerLinks.length > 0 && (
          <p className="mt-2 flex flex-wrap gap-x-4 text-12 text-ink-3">
            {brand.footerLinks.map(({ label, url }) => (
              <span key={`${label} ${url}`} className="underline">
                {label}
              </span>
            ))}
          </p>
        )}
      </div>
    </div>
  );
}
