import { SlidersHorizontal } from "lucide-react";
import { CheckMenu } from "../../ui/CheckMenu.tsx";
import { IconButton } from "../../ui/IconButton.tsx";
import { chooseTree, chooseWhitespace, useDiffLook } from "./use-diff-look.ts";

interface Props {
  onFoldFolders(): void;
  onOpenFolders(): void;
}

/** What is shown of the changes; kept for every session. */
export function LookMenu({ onFoldFolders, onOpenFolders }: Props) {
  const { whitespace, treeShown } = useDiffLook();
  const ignored = whitespace === "ignore";
  const checks = [
    {
      id: "whitespace",
      label: "Leave out changes of white space",
      checked: ignored,
      toggle: () => chooseWhitespace(ignored ? "show" : "ignore"),
    },
    {
      id: "tree",
      label: "Tree of files",
      checked: treeShown,
      toggle: () => chooseTree(treeShown ? "hidden" : "shown"),
    },
  ];
  const entries = [
    { id: "fold", label: "Fold all folders", run: onFoldFolders },
    { id: "open", label: "Open all folders", run: onOpenFolders },
  ];
  return (
    <CheckMenu
      trigger={
        <IconButton label="What is shown of the changes">
          <SlidersHorizontal aria-hidden className="size-4" />
        </IconButton>
      }
      title="The changes show"
      checkboxes={checks}
      items={treeShown ? entries : []}
    />
  );
}
