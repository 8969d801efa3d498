import { useQuery } from "@tanstack/react-query";
import { RotateCw } from "lucide-react";
import { useRef } from "react";
import type { FeedItem } from "../../api/types.ts";
import { ReadingPage } from "../../shell/reading-page.tsx";
import { Title } from "../../shell/title.tsx";
import { useWide } from "../../shell/use-wide.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/error-state.tsx";
import { IconButton } from "../../ui/icon-button.tsx";
import { LoadingRegion, Skeleton } from "../../ui/skeleton.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import { toast } from "../../ui/toast-store.ts";
import { FeedItemRow } from "./feed-item-row.tsx";
import { NewPosts } from "./new-posts.tsx";
import { feedQuery } from "./queries.ts";

/** The line of a feed that could not be read (C-130). */
const FAILED = "Failed to load community feed";

/** The home page: the latest posts of others, from the communities where something happened last. */
export function FeedScreen() {
  const { data, error, refetch, isFetching } = useQuery(feedQuery);
  const wide = useWide();
  const heading = useRef<HTMLHeadingElement>(null);
  const read = async () => {
    const { isError } = await refetch();
    // What is there stays there, so the failure is told beside it.
    if (isError && data !== undefined) toast.error(FAILED);
  };
  const refresh = (
    <IconButton
      label="Refresh"
      icon={isFetching ? <Spinner size={18} /> : <RotateCw size={18} aria-hidden />}
      aria-busy={isFetching}
      onClick={() => void read()}
    />
  );
  return (
    <ReadingPage title="Home" width="narrow" actions={wide ? undefined : refresh}>
      <Title>Home</Title>
      <div className="flex items-center justify-between">
        <h1
          ref={heading}
          tabIndex={-1}
          className="display text-24 outline-none max-md:sr-only md:text-30"
        >
          Home
        </h1>
        {wide && refresh}
      </div>
      <p className="mt-1 text-15 text-ink-2">The latest posts from your communities.</p>
      <NewPosts
        onShow={() => {
          // The button goes away, and what it brings is below the heading.
          heading.current?.focus();
          void read();
        }}
      />
      <Feed items={data} error={error} onRetry={() => void refetch()} />
    </ReadingPage>
  );
}

interface FeedProps {
  items: FeedItem[] | undefined;
  error: Error | null;
  onRetry: () => void;
}

function Feed({ items, error, onRetry }: FeedProps) {
  if (items === undefined && error !== null) {
    return <ErrorState className="py-16" title={FAILED} onRetry={onRetry} />;
  }
  if (items === undefined) return <Waiting />;
  if (items.length === 0) return <Empty />;
  return (
    <ul aria-label="Latest posts" className="mt-4 divide-y divide-line-soft md:-mx-3">
      {items.map((item) => (
        <FeedItemRow key={item.id} item={item} />
      ))}
    </ul>
  );
}

function Empty() {
  return (
    <EmptyState
      className="py-12"
      picture="square"
      title="Nothing new yet"
      text="What others write in your communities appears here."
      action={
        <ButtonLink to="/communities" variant="primary">
          Go to communities
        </ButtonLink>
      }
    />
  );
}

function Waiting() {
  return (
    <LoadingRegion className="mt-4 flex flex-col divide-y divide-line-soft">
      {["a", "b", "c", "d"].map((row) => (
        <div key={row} className="flex gap-3 py-4">
          <Skeleton className="size-9 rounded-full!" />
          <div className="flex flex-1 flex-col gap-2">
            <Skeleton className="h-3.5 w-44" />
            <Skeleton className="h-4 w-64 max-w-full" />
            <Skeleton className="h-3.5 w-full max-w-[66ch]" />
          </div>
        </div>
      ))}
    </LoadingRegion>
  );
}
