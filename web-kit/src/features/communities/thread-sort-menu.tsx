import { t } from "@lingui/core/macro";
import { ChevronDown } from "lucide-react";
import type { ThreadSort } from "../../api/keys.ts";
import { Button } from "../../ui/button.tsx";
import { Menu, MenuContent, MenuRadioGroup, MenuRadioItem, MenuTrigger } from "../../ui/menu.tsx";

export interface ThreadSortMenuProps {
  sort: ThreadSort;
  phone: boolean;
  onChange: (sort: ThreadSort) => void;
}

/** Chooses the order of the threads, or only those with unread posts. */
export function ThreadSortMenu({ sort, phone, onChange }: ThreadSortMenuProps) {
  const labels: Record<ThreadSort, string> = {
    activity: t`Latest activity`,
    newest: t({ message: "Newest", context: "order of threads" }),
    unread: t({ message: "Unread", context: "threads with unread posts" }),
  };
  const chosen = labels[sort];
  return (
    <div className="flex shrink-0 px-3 pt-1.5 max-md:px-2">
      <Menu>
        <MenuTrigger asChild>
          <Button
            variant="quiet"
            size={phone ? "md" : "sm"}
            aria-label={t`Threads shown: ${chosen}`}
          >
            {chosen}
            <ChevronDown size={14} aria-hidden />
          </Button>
        </MenuTrigger>
        <MenuContent align="start">
          <MenuRadioGroup
            value={sort}
            onValueChange={(value) => {
              if (value === "activity" || value === "newest" || value === "unread") onChange(value);
            }}
          >
            <MenuRadioItem value="activity">{labels.activity}</MenuRadioItem>
            <MenuRadioItem value="newest">{labels.newest}</MenuRadioItem>
            <MenuRadioItem value="unread">{labels.unread}</MenuRadioItem>
          </MenuRadioGroup>
        </MenuContent>
      </Menu>
    </div>
  );
}
