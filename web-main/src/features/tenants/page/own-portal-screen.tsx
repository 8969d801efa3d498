import { useQuery } from "@tanstack/react-query";
import { useParams } from "react-router";
import { ReadingPage } from "@guildhall/web-kit/shell/reading-page.tsx";
import { Title } from "@guildhall/web-kit/shell/title.tsx";
import { ButtonLink } from "@guildhall/web-kit/ui/button.tsx";
import { EmptyState } from "@guildhall/web-kit/ui/empty-state.tsx";
import { affiliationPath } from "@guildhall/web-kit/features/affiliations/affiliation-badge.tsx";
import { affiliationQuery } from "@guildhall/web-kit/features/affiliations/queries.ts";
import { LoadError, TableSkeleton } from "../../staff/parts.tsx";
import { ownTenantQuery } from "../queries.ts";
import { TenantPage } from "./tenant-page.tsx";

/** An affiliation's portal, for those who manage the affiliation. */
export function OwnPortalScreen() {
  const { idOrPath = "" } = useParams();
  const affiliation = useQuery(affiliationQuery(idOrPath));
  const id = affiliation.data?.id;
  const canManagePortal = affiliation.data?.viewer.runsPortal === true;
  const tenant = useQuery({ ...ownTenantQuery(id ?? ""), enabled: canManagePortal });
  const fault = affiliation.error ?? tenant.error;
  if (fault !== null) {
    const again = () => Promise.all([affiliation.refetch(), tenant.refetch()]);
    return (
      <ReadingPage title="Portal" back={`/affiliation/${idOrPath}`}>
        <LoadError error={fault} onRetry={() => void again()} />
      </ReadingPage>
    );
  }
  const isKnown = affiliation.data !== undefined;
  if (isKnown && (!canManagePortal || tenant.data === null)) return <NoPortal />;
  if (affiliation.data == null || tenant.data == null) {
    return (
      <ReadingPage title="Portal" back={`/affiliation/${idOrPath}`}>
        <TableSkeleton />
      </ReadingPage>
    );
  }
  const home = affiliationPath(affiliation.data);
  return (
    <TenantPage
      place={{ tenant: tenant.data, root: `/affiliation/${idOrPath}/portal`, asStaff: false }}
      back={{ to: home, label: affiliation.data.name }}
    />
  );
}

/** The portal does not exist, or the viewer may not manage it: both must look the same. */
function NoPortal() {
  const { idOrPath = "" } = useParams();
  const back = `/affiliation/${idOrPath}`;
  return (
    <ReadingPage title="Portal" back={back}>
      <Title>Portal</Title>
      <EmptyState
        className="py-16"
        heading="h1"
        picture="square"
        title="Portal not found"
        text="This affiliation has no portal, or you don't have permission to manage it."
        action={<ButtonLink to={back}>Back to the affiliation</ButtonLink>}
      />
    </ReadingPage>
  );
}
