import { t } from "@lingui/core/macro";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Flag, Link2, MailOpen, Pencil, ShieldX, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { Post } from "../../api/types.ts";
import { MessageMenuItem } from "../../shell/contact/message-button.tsx";
import { copyText } from "../../ui/copy-text.ts";
import { stopFeedKeys } from "../../ui/use-feed-focus.ts";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../ui/menu.tsx";
import { communityQuery } from "../communities/queries.ts";
import { keepPostUnread } from "../communities/unread.ts";
import type { PostAction } from "./post-dialogs.tsx";
import { postPath } from "./post-path.ts";
import { beginEdit, focusEditor, isBeingEdited } from "./post-body.tsx";

const PostDialog = lazy(async () => ({
  default: (await import("./post-dialogs.tsx")).PostDialog,
}));

export interface PostMenuProps {
  post: Post;
  own: boolean;
  /** Without write access the viewer cannot edit or delete either. */
  canWrite: boolean;
  className: string;
}

/** The actions on a post other than like and reply. */
export function PostMenu({ post, own, canWrite, className }: PostMenuProps) {
  const [requested, setRequested] = useState<PostAction | null>(null);
  const label = own
    ? t`Actions for your post`
    : t`Actions for the post of ${{ name: post.author.displayName }}`;
  return (
    <span role="presentation" className="contents" onKeyDown={stopFeedKeys}>
      <Menu>
        <MenuTrigger className={className} aria-label={label}>
          <Ellipsis size={15} aria-hidden />
        </MenuTrigger>
        <MenuContent
          align="start"
          onCloseAutoFocus={(event) => {
            if (!isBeingEdited(post)) return;
            event.preventDefault();
            focusEditor(post);
          }}
        >
          <Items {...{ post, own, canWrite }} onAsk={setRequested} />
        </MenuContent>
      </Menu>
      <Suspense>
        {requested !== null && (
          <PostDialog action={requested} post={post} onClose={() => setRequested(null)} />
        )}
      </Suspense>
    </span>
  );
}

interface ItemsProps extends Omit<PostMenuProps, "className"> {
  onAsk: (action: PostAction) => void;
}

function Items({ post, own, canWrite, onAsk }: ItemsProps) {
  const { data: community } = useQuery(communityQuery(post.communityId));
  const cache = useQueryClient();
  const copy = () => {
    const address = new URL(postPath(post), window.location.origin);
    return copyText(address.href, t`Link copied to clipboard.`);
  };
  return (
    <>
      {own && canWrite && (
        <MenuItem icon={<Pencil size={16} />} onSelect={() => beginEdit(post)}>{t`Edit`}</MenuItem>
      )}
      <MenuItem icon={<Link2 size={16} />} onSelect={() => void copy()}>{t`Copy link`}</MenuItem>
      {!own && community?.viewer.isMember === true && (
        <MenuItem
          icon={<MailOpen size={16} />}
          onSelect={() => void keepPostUnread(cache, post)}
        >{t`Mark unread from here`}</MenuItem>
      )}
      {!own && <MessageMenuItem person={post.author} />}
      {own && canWrite && (
        <>
          <MenuSeparator />
          <MenuItem
            tone="danger"
            icon={<Trash2 size={16} />}
            onSelect={() => onAsk("delete")}
          >{t`Delete`}</MenuItem>
        </>
      )}
      {!own && (
        <MenuItem icon={<Flag size={16} />} onSelect={() => onAsk("report")}>
          {t({ message: "Report", context: "reports something to the moderators" })}
        </MenuItem>
      )}
      {!own && community?.viewer.mayModerate === true && (
        <>
          <MenuSeparator />
          <MenuItem
            tone="danger"
            icon={<ShieldX size={16} />}
            onSelect={() => onAsk("remove")}
          >{t`Remove`}</MenuItem>
        </>
      )}
    </>
  );
}
