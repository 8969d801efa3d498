import { useQuery } from "@tanstack/react-query";
import { ArrowUp } from "lucide-react";
import { Button } from "../../ui/button.tsx";
import { newPostCountLabel } from "../communities/labels.ts";
import { feedNewsQuery } from "./queries.ts";

/** Shows the number of posts since the feed was loaded, and loads them on request. */
export function NewPosts({ onShow }: { onShow: () => void }) {
  const { data } = useQuery(feedNewsQuery);
  return (
    <div role="status" className="sticky top-2 z-10 flex justify-center">
      {data.length > 0 && (
        <Button
          size="sm"
          variant="primary"
          className="mt-3 shadow-e2"
          icon={<ArrowUp size={14} aria-hidden />}
          onClick={onShow}
        >
          {newPostCountLabel(data.length)}
        </Button>
      )}
    </div>
  );
}
