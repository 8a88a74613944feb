import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import type { DataFolder } from "../../../../server/domains/installation/data-folder/model.ts";
import { formatSize } from "../../../lib/file-size.ts";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { useDiskSpace } from "../../disk-space/api.ts";
import { useDataFolder } from "./api.ts";
import { text } from "./text.ts";
import { sizeOf } from "./view-model.ts";

const linkClass = "font-medium underline underline-offset-2";

function Row(row: { title: string; description: string; size: string; children: ReactNode }) {
  return (
    <li className="flex flex-wrap items-baseline gap-x-3 gap-y-1 border-b border-line py-2 last:border-0">
      <span className="min-w-0 flex-1 basis-60">
        <span className="block text-sm">{row.title}</span>
        <span className="block text-xs text-faint">{row.description}</span>
      </span>
      <span className="text-sm">{row.children}</span>
      <span className="w-24 text-end text-sm tabular-nums">{row.size}</span>
    </li>
  );
}

/** What can be deleted without losing open work. */
function Deletable({ folder }: { folder: DataFolder }) {
  const words = text.freeSpace;
  const backups = folder.parts.find(({ part }) => part === "backups") ?? { bytes: 0, complete: true };
  return (
    <ul aria-label={words.title}>
      <Row {...words.archived} size={sizeOf(folder.archived)}>
        <Link to="/" search={{ archived: true, group: "status" }} className={linkClass}>
          {words.archived.action}
        </Link>
      </Row>
      <Row {...words.backups} size={sizeOf(backups)}>
        <a href="#backups" className={linkClass}>
          {words.backups.action}
        </a>
      </Row>
    </ul>
  );
}

/** While there is too little disk space: how much is missing, and what can be deleted. */
export function FreeSpaceSection() {
  const { data: space } = useDiskSpace();
  const folder = useDataFolder();
  if (!space?.low) return null;
  return (
    <SettingsSection
      title={text.freeSpace.title}
      description={text.freeSpace.description(formatSize(space.missing_bytes))}
    >
      <QueryContent query={folder} what={text.loading.folder}>
        {(data) => <Deletable folder={data} />}
      </QueryContent>
    </SettingsSection>
  );
}
