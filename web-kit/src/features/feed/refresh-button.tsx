import { t } from "@lingui/core/macro";
import { RotateCw } from "lucide-react";
import { IconButton } from "../../ui/icon-button.tsx";
import { Spinner } from "../../ui/spinner.tsx";
import type { FeedState } from "./use-feed.ts";

export function RefreshButton({ feed }: { feed: FeedState }) {
  return (
    <IconButton
      label={t`Refresh`}
      icon={feed.isFetching ? <Spinner size={18} /> : <RotateCw size={18} aria-hidden />}
      aria-busy={feed.isFetching}
      onClick={() => void feed.read()}
    />
  );
}
