import type { DataFolder } from "../../../../server/domains/installation/data-folder/model.ts";
import { formatSize } from "../../../lib/file-size.ts";
import { CopyButton } from "../../../ui/CopyButton.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { useDataFolder } from "./api.ts";
import { text } from "./text.ts";
import { isScarce, shownParts, sizeOf, totalOf } from "./view-model.ts";

function Parts({ folder }: { folder: DataFolder }) {
  const total = totalOf(folder);
  return (
    <ul aria-label={text.folder.parts}>
      {shownParts(folder).map(({ part, bytes, complete }) => (
        <li key={part} className="flex items-baseline gap-3 border-b border-line py-2 last:border-0">
          <span className="min-w-0 flex-1">
            <span className="block text-sm">{text.parts[part].title}</span>
            <span className="block text-xs text-faint">{text.parts[part].text}</span>
          </span>
          <span aria-hidden className="h-1.5 w-24 overflow-hidden rounded-full bg-sunken max-sm:hidden">
            <span
              className="block h-full rounded-full bg-accent-fill"
              style={{ width: `${total === 0 ? 0 : Math.max((100 * bytes) / total, 1)}%` }}
            />
          </span>
          <span className="w-24 text-end text-sm tabular-nums">{sizeOf({ bytes, complete })}</span>
        </li>
      ))}
    </ul>
  );
}

/** Where the data is, how large each part is, and how much space is left. */
export function DataFolderSection() {
  return (
    <SettingsSection title={text.folder.title} description={text.folder.description}>
      <QueryContent query={useDataFolder()} what={text.loading.folder}>
        {(folder) => (
          <div className="flex flex-col gap-2">
            <p className="flex items-center gap-1">
              <code className="min-w-0 flex-1 font-mono text-xs break-all select-all">{folder.path}</code>
              <CopyButton label={text.folder.copyPath} text={() => folder.path} />
            </p>
            <p className="text-sm">
              {text.folder.used(formatSize(totalOf(folder)))}{" "}
              <span className={isScarce(folder) ? "font-medium text-needs" : "text-soft"}>
                {text.folder.free(formatSize(folder.free_bytes))}
              </span>
            </p>
            <Parts folder={folder} />
          </div>
        )}
      </QueryContent>
    </SettingsSection>
  );
}
