import { Ellipsis } from "lucide-react";
import type { BacklogItem } from "../../../server/domains/scheduling/work-backlog/model.ts";
import { IconButton } from "../../ui/IconButton.tsx";
import { Menu, type MenuItem } from "../../ui/Menu.tsx";
import { toastError } from "../../ui/toasts.ts";
import { pin, unpin, useBacklogChange } from "./api.ts";
import type { Ask } from "./ItemDialogs.tsx";
import { text } from "./text.ts";
import { topRank } from "./view-model.ts";

interface Props {
  item: BacklogItem;
  items: readonly BacklogItem[];
  ask: Ask;
}

const words = text.actions;

/** What is done with a queued item less often. */
export function ItemMenu({ item, items, ask }: Props) {
  const { mutate } = useBacklogChange();
  const change = (run: () => Promise<unknown>): void =>
    mutate(run, { onError: (error) => toastError(text.failed.change, error) });
  const choices: MenuItem[] = [
    item.pinned
      ? { id: "unpin", label: words.unpin, run: () => change(() => unpin(item.id)) }
      : { id: "pin", label: words.pin, run: () => change(() => pin(item.id, topRank(items))) },
    ...(item.held ? [] : [{ id: "hold", label: words.hold, run: () => ask("hold", item) }]),
    { id: "remove", label: words.remove, dangerous: true, run: () => ask("remove", item) },
  ];
  return (
    <Menu
      trigger={
        <IconButton label={text.row.actions(item.title)}>
          <Ellipsis aria-hidden className="size-4" />
        </IconButton>
      }
      items={choices}
    />
  );
}
