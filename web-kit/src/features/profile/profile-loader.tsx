import { t } from "@lingui/core/macro";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { ProblemError } from "../../api/client.ts";
import type { UserProfile } from "../../api/types.ts";
import { Title } from "../../shell/title.tsx";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { ProfileView } from "./profile-view.tsx";
import { profileQuery } from "./queries.ts";

export interface ProfileLoaderProps {
  idOrHandle: string;
  actions?: ReactNode;
  renderActions?: (profile: UserProfile) => ReactNode;
  onMissing?: () => void;
}

export function ProfileLoader(props: ProfileLoaderProps) {
  const { data, error, refetch } = useQuery(profileQuery(props.idOrHandle));
  if (data !== undefined) {
    return (
      <>
        <Title>{data.displayName}</Title>
        <ProfileView profile={data} actions={props.actions ?? props.renderActions?.(data)} />
      </>
    );
  }
  if (error === null) return <Waiting />;
  if (error instanceof ProblemError && error.status === 404) {
    return (
      <EmptyState
        className="py-12"
        heading="h1"
        title={error.detail}
        text={t`This profile does not exist or is not visible to you.`}
        {...(props.onMissing && {
          action: <Button onClick={props.onMissing}>{t`Go to the network`}</Button>,
        })}
      />
    );
  }
  return (
    <ErrorState
      className="py-16"
      title={t`Failed to load the profile. Please try again.`}
      onRetry={() => void refetch()}
    />
  );
}

function Waiting() {
  return (
    <LoadingRegion className="flex gap-6 pt-4">
      <Skeleton className="size-20 rounded-full! md:size-28" />
      <div className="flex flex-1 flex-col gap-3 pt-2">
        <Skeleton className="h-7 w-56" />
        <Skeleton className="h-4 w-32" />
        <Skeleton className="h-4 w-full max-w-md" />
      </div>
    </LoadingRegion>
  );
}
