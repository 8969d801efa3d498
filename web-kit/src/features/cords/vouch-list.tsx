import { t } from "@lingui/core/macro";
import { Trans } from "@lingui/react/macro";
import { useInfiniteQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { Avatar } from "../../ui/avatar.tsx";
import { Paged } from "../../ui/paged.tsx";
import { PeopleSkeleton } from "../../ui/people-skeleton.tsx";
import { PersonName } from "../../ui/person-name.tsx";
import { formatDate } from "../../ui/time.ts";
import type { Voucher } from "./contract.ts";
import { vouchesQuery } from "./queries.ts";

export interface VouchListProps {
  person: { userId: string; firstName: string };
  self: boolean;
}

/** The people who vouch for a person, as far as both show it. */
export function VouchList({ person, self }: VouchListProps) {
  return (
    <Paged
      query={useInfiniteQuery(vouchesQuery(person.userId))}
      waiting={<PeopleSkeleton className="mt-3 flex flex-col" rowClassName="h-14" />}
      failure={t`Failed to load vouches. Please try again.`}
      empty={<NoVouches {...{ person, self }} />}
    >
      {(vouchers) => (
        <ul aria-label={t`Vouches`} className="mt-2 divide-y divide-line-soft">
          {vouchers.map((voucher) => (
            <VoucherRow key={voucher.userId} voucher={voucher} />
          ))}
        </ul>
      )}
    </Paged>
  );
}

function NoVouches({ person, self }: VouchListProps) {
  return (
    <p className="py-6 text-14 text-ink-2">
      {self ? (
        <Trans>
          No vouches are shown on your profile. You decide in your{" "}
          <Link to="/settings/messages" className="link underline">
            settings
          </Link>{" "}
          whether others see them.
        </Trans>
      ) : (
        <Trans>
          <PersonName name={person.firstName} /> shows no vouches.
        </Trans>
      )}
    </p>
  );
}

function VoucherRow({ voucher }: { voucher: Voucher }) {
  const date = formatDate(voucher.at);
  return (
    <li className="flex items-center gap-3 py-2.5">
      <Avatar name={voucher.displayName} src={voucher.profilePicture} size={36} />
      <div className="min-w-0">
        <Link
          to={`/profile/${voucher.handle ?? voucher.userId}`}
          className="block truncate text-14 font-semibold hover:underline"
        >
          <PersonName name={voucher.displayName} />
        </Link>
        <p className="text-12 text-ink-3">{t`Vouches since ${date}`}</p>
      </div>
    </li>
  );
}
