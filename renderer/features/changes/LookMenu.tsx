import { SlidersHorizontal } from "lucide-react";
import { CheckMenu } from "../../ui/CheckMenu.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { chooseTree, chooseWhitespace, useDiffLook } from "./use-diff-look.ts";

interface Props {
  onFoldFolders(): void;
  onOpenFolders(): void;
}

/** Diff settings; kept for every session. */
export function LookMenu({ onFoldFolders, onOpenFolders }: Props) {
  const { whitespace, treeShown } = useDiffLook();
  const ignored = whitespace === "ignore";
  const checks = [
    {
      id: "whitespace",
      label: "Ignore whitespace",
      checked: ignored,
      toggle: () => chooseWhitespace(ignored ? "show" : "ignore"),
    },
    {
      id: "tree",
      label: "File tree",
      checked: treeShown,
      toggle: () => chooseTree(treeShown ? "hidden" : "shown"),
    },
  ];
  const entries = [
    { id: "fold", label: "Collapse all folders", run: onFoldFolders },
    { id: "open", label: "Expand all folders", run: onOpenFolders },
  ];
  return (
    <CheckMenu
      trigger={
        <IconButton label="Diff settings">
          <SlidersHorizontal aria-hidden className="size-4" />
        </IconButton>
      }
      title="Show"
      checkboxes={checks}
      items={treeShown ? entries : []}
    />
  );
}
