import { useQuery } from "@tanstack/react-query";
import { QueryContent } from "@guildhall/web-kit/features/communities/query-content.tsx";
import { ManageSkeleton } from "@guildhall/web-kit/features/communities/manage/parts.tsx";
import { useManage } from "../manage-context.ts";
import { LoadFailure } from "../overview-tab.tsx";
import { adminsQuery } from "../queries.ts";
import { MembersSection } from "./members-section.tsx";
import { OwnershipSection } from "./ownership-section.tsx";
import { RolesSection } from "./roles-section.tsx";

/** The role holders, the ownership and the members of an affiliation. */
export function PeopleTab() {
  const { affiliation } = useManage();
  return (
    <div className="flex max-w-[860px] flex-col gap-9 px-4 py-6 md:px-6">
      <QueryContent
        query={useQuery(adminsQuery(affiliation.id))}
        skeleton={<ManageSkeleton />}
        renderFailure={(error, retry) => <LoadFailure {...{ error, retry }} />}
      >
        {(admins) => (
          <>
            <RolesSection admins={admins} />
            <OwnershipSection admins={admins} />
          </>
        )}
      </QueryContent>
      <MembersSection />
    </div>
  );
}
