import { t } from "@lingui/core/macro";
import { useQueryClient } from "@tanstack/react-query";
import { Ellipsis, Flag, Link2, Pencil, Share2, Trash2 } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { Link, useNavigate } from "react-router";
import { keys } from "../../api/keys.ts";
import type { Article } from "../../api/types.ts";
import { dropArticle } from "../../live/articles.ts";
import { share } from "../../shell/share.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { Menu, MenuContent, MenuItem, MenuSeparator, MenuTrigger } from "../../ui/menu.tsx";
import { copyLink } from "../communities/copy-link.ts";
import { insightsPath } from "./may-write.ts";

const DeleteDialog = lazy(async () => ({
  default: (await import("./delete-dialog.tsx")).DeleteDialog,
}));
const ReportDialog = lazy(async () => ({
  default: (await import("../reports/report-dialog.tsx")).ReportDialog,
}));
const RemovalDialog = lazy(async () => ({
  default: (await import("../reports/removal-dialog.tsx")).RemovalDialog,
}));

type Open = "delete" | "report" | "remove" | null;

export interface ArticleActionsProps {
  article: Article;
  /** True if the viewer moderates its community. */
  mayModerate: boolean;
  phone: boolean;
}

/** The actions on an article. */
export function ArticleActions({ article, mayModerate, phone }: ArticleActionsProps) {
  const [open, setOpen] = useState<Open>(null);
  const close = () => setOpen(null);
  const gone = useLeaveDeletedArticle(article);
  const endpoint = `/api/articles/${article.id}`;
  const size = phone ? "touch" : "md";
  const icon = phone ? 20 : 17;
  return (
    <>
      <IconButton
        label={t`Share`}
        size={size}
        icon={<Share2 size={icon} aria-hidden />}
        onClick={() => void share(article.title, `/shared/${article.id}`)}
      />
      <Menu>
        <MenuTrigger asChild>
          <IconButton
            label={t`Article menu`}
            size={size}
            icon={<Ellipsis size={icon} aria-hidden />}
          />
        </MenuTrigger>
        <MenuContent>
          <MenuItem
            icon={<Link2 size={16} />}
            onSelect={() => void copyLink(`/articles/${article.id}`)}
          >{t`Copy link for members`}</MenuItem>
          {article.isMine ? (
            <OwnItems article={article} onDelete={() => setOpen("delete")} />
          ) : (
            <MenuItem
              icon={<Flag size={16} />}
              onSelect={() => setOpen("report")}
            >{t`Report`}</MenuItem>
          )}
          {mayModerate && !article.isMine && (
            <>
              <MenuSeparator />
              <MenuItem
                tone="danger"
                icon={<Trash2 size={16} />}
                onSelect={() => setOpen("remove")}
              >{t`Remove`}</MenuItem>
            </>
          )}
        </MenuContent>
      </Menu>
      <Suspense>
        {open === "delete" && <DeleteDialog {...{ article }} onDeleted={gone} onClose={close} />}
        {open === "report" && (
          <ReportDialog subject="article" endpoint={`${endpoint}/reports`} onClose={close} />
        )}
        {open === "remove" && (
          <RemovalDialog
            subject="article"
            endpoint={`${endpoint}/removal`}
            read={keys.article(article.id)}
            failed={t`Failed to delete article`}
            onRemoved={gone}
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

function OwnItems({ article, onDelete }: { article: Article; onDelete: () => void }) {
  return (
    <>
      <MenuItem asChild>
        <Link to={`/articles/edit/${article.id}`}>
          <Pencil size={16} aria-hidden className="text-ink-3" />
          {t`Edit`}
        </Link>
      </MenuItem>
      <MenuSeparator />
      <MenuItem tone="danger" icon={<Trash2 size={16} />} onSelect={onDelete}>{t`Delete`}</MenuItem>
    </>
  );
}

/** After the deletion, navigates to the list. */
function useLeaveDeletedArticle({ id, communityId }: Article): () => Promise<void> {
  const cache = useQueryClient();
  const navigate = useNavigate();
  return async () => {
    await navigate(insightsPath(communityId), { replace: true });
    dropArticle(cache, communityId, id);
    await cache.invalidateQueries({ queryKey: keys.articles(communityId) });
  };
}
