import { SlidersHorizontal } from "lucide-react";
import { CheckMenu } from "../../ui/CheckMenu.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { text } from "./text.ts";
import { chooseTree, chooseWhitespace, useDiffLook } from "./use-diff-look.ts";

interface Props {
  onFoldFolders(): void;
  onOpenFolders(): void;
}

/** The diff settings, which apply to every session. */
export function LookMenu({ onFoldFolders, onOpenFolders }: Props) {
  const { whitespace, treeShown } = useDiffLook();
  const ignored = whitespace === "ignore";
  const checks = [
    {
      id: "whitespace",
      label: text.lookMenu.ignoreWhitespace,
      checked: ignored,
      toggle: () => chooseWhitespace(ignored ? "show" : "ignore"),
    },
    {
      id: "tree",
      label: text.lookMenu.tree,
      checked: treeShown,
      toggle: () => chooseTree(treeShown ? "hidden" : "shown"),
    },
  ];
  const entries = [
    { id: "fold", label: text.lookMenu.collapseAll, run: onFoldFolders },
    { id: "open", label: text.lookMenu.expandAll, run: onOpenFolders },
  ];
  return (
    <CheckMenu
      trigger={
        <IconButton label={text.lookMenu.label}>
          <SlidersHorizontal aria-hidden className="size-4" />
        </IconButton>
      }
      title={text.lookMenu.title}
      checkboxes={checks}
      items={treeShown ? entries : []}
    />
  );
}
