import { t } from "@lingui/core/macro";
import { CordGlyph } from "./cord-glyph.tsx";
import { CordLoader } from "./cord-loader.tsx";
import { commonCommunitiesLabel, formatStrength } from "./labels.ts";

/** The viewer's cord with a person in one line, and the communities that they share. */
export function CordLine({ userId }: { userId: string }) {
  return (
    <div className="empty:hidden">
      <CordLoader userId={userId}>
        {(cord) => {
          const shared = commonCommunitiesLabel(cord.common);
          return (
            <>
              <p className="flex items-center justify-between gap-3 text-13">
                <span className="font-semibold">{t`Your cord`}</span>
                {cord.disabled ? (
                  <span className="text-12 text-ink-3">
                    {cord.reason ?? t`Cords are turned off.`}
                  </span>
                ) : (
                  <span className="flex items-center gap-2.5">
                    <CordGlyph strength={cord.totalStrength} width={92} height={11} />
                    <span aria-hidden className="font-semibold tabular-nums">
                      {formatStrength(cord.totalStrength)}
                    </span>
                  </span>
                )}
              </p>
              {shared !== null && (
                <p className="mt-1 text-12 text-ink-3">{t`In common: ${shared}`}</p>
              )}
            </>
          );
        }}
      </CordLoader>
    </div>
  );
}
