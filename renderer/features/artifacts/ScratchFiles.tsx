import {
  hasPictureName,
  type ScratchFile,
  type ScratchFolder,
} from "../../../server/domains/repositories/artifacts/model.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { formatBytes } from "../composer/attachments.ts";
import { Pictures } from "../transcript/entries/Pictures.tsx";
import { PicturePlace } from "../transcript/entries/picture-place.ts";
import { scratchUrl } from "./api.ts";
import { Nothing } from "./Block.tsx";
import { Download } from "./Download.tsx";
import { FileRow } from "./FileRow.tsx";
import { fullPath } from "./view-model.ts";

interface FileProps {
  sessionId: number;
  folder: string;
  file: ScratchFile;
}

function Left({ sessionId, folder, file }: FileProps) {
  const { path, bytes, modified_at, within_limit } = file;
  const url = scratchUrl(sessionId, file);
  return (
    <li className="flex flex-col gap-1">
      {within_limit && hasPictureName(path) && (
        <PicturePlace value={() => url}>
          <Pictures entry={url} count={1} where="in the scratch folder" file={path} />
        </PicturePlace>
      )}
      <FileRow
        name={path}
        facts={
          <>
            {formatBytes(bytes)}, <RelativeTime instant={modified_at} spoken />
            {!within_limit && ", too large to download"}
          </>
        }
      >
        <CopyButton label={`Copy the path of ${path}`} text={() => fullPath(folder, path)} />
        {within_limit && <Download url={url} name={path.split("/").at(-1) ?? path} />}
      </FileRow>
    </li>
  );
}

/** What the agent left beside its clone. */
export function ScratchFiles({ sessionId, scratch }: { sessionId: number; scratch: ScratchFolder }) {
  const { folder, files, truncated } = scratch;
  if (files.length === 0)
    return <Nothing>No files yet. Files that the agent saves outside of its clone appear here.</Nothing>;
  return (
    <>
      <ul className="grid gap-2 sm:grid-cols-2">
        {files.map((file) => (
          <Left key={file.path} sessionId={sessionId} folder={folder} file={file} />
        ))}
      </ul>
      {truncated && <Nothing>Some files are not listed. Find all of them in {folder}.</Nothing>}
    </>
  );
}
