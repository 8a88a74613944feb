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
export function DiffSettingsMenu({ onFoldFolders, onOpenFolders }: Props) {
  const { whitespace, treeShown } = useDiffLook();
  const ignored = whitespace === "ignore";
  const checks = [
    {
      id: "whitespace",
      label: text.settingsMenu.ignoreWhitespace,
      checked: ignored,
      toggle: () => chooseWhitespace(ignored ? "show" : "ignore"),
    },
    {
      id: "tree",
      label: text.settingsMenu.tree,
      checked: treeShown,
      toggle: () => chooseTree(treeShown ? "hidden" : "shown"),
    },
  ];
  const entries = [
    { id: "fold", label: text.settingsMenu.collapseAll, run: onFoldFolders },
    { id: "open", label: text.settingsMenu.expandAll, run: onOpenFolders },
  ];
  return (
    <CheckMenu
      trigger={
        <IconButton label={text.settingsMenu.label}>
          <SlidersHorizontal aria-hidden className="size-4" />
        </IconButton>
      }
      title={text.settingsMenu.title}
      checkboxes={checks}
      items={treeShown ? entries : []}
    />
  );
}
