import {
  hasPictureName,
  type ScratchFile,
  type ScratchFolder,
} from "../../../server/domains/review/artifacts/model.ts";
import { CopyButton } from "../../ui/CopyButton.tsx";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { formatBytes } from "../composer/attachments.ts";
import { Pictures } from "../transcript/entries/Pictures.tsx";
import { PicturePlace } from "../transcript/entries/picture-place.ts";
import { SectionNote } from "./ArtifactSection.tsx";
import { scratchUrl } from "./api.ts";
import { DownloadLink } from "./DownloadLink.tsx";
import { FileRow } from "./FileRow.tsx";
import { text } from "./text.ts";
import { fullPath } from "./view-model.ts";

interface FileProps {
  sessionId: number;
  folder: string;
  file: ScratchFile;
}

function ScratchItem({ sessionId, folder, file }: FileProps) {
  const { path, bytes, modified_at, within_limit } = file;
  const url = scratchUrl(sessionId, file);
  return (
    <li className="flex flex-col gap-1">
      {within_limit && hasPictureName(path) && (
        <PicturePlace value={() => url}>
          <Pictures entry={url} count={1} where={text.scratch.where} file={path} />
        </PicturePlace>
      )}
      <FileRow
        name={path}
        facts={
          <>
            {formatBytes(bytes)}, <RelativeTime instant={modified_at} spoken />
            {!within_limit && `, ${text.scratch.tooLarge}`}
          </>
        }
      >
        <CopyButton label={text.scratch.copyPath(path)} text={() => fullPath(folder, path)} />
        {within_limit && <DownloadLink url={url} name={path.split("/").at(-1) ?? path} />}
      </FileRow>
    </li>
  );
}

/** The files in the scratch folder. */
export function ScratchFiles({ sessionId, scratch }: { sessionId: number; scratch: ScratchFolder }) {
  const { folder, files, truncated } = scratch;
  if (files.length === 0) return <SectionNote>{text.scratch.empty}</SectionNote>;
  return (
    <>
      <ul className="grid gap-2 sm:grid-cols-2">
        {files.map((file) => (
          <ScratchItem key={file.path} sessionId={sessionId} folder={folder} file={file} />
        ))}
      </ul>
      {truncated && <SectionNote>{text.scratch.truncated(folder)}</SectionNote>}
    </>
  );
}
