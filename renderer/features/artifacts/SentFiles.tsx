import type { MessageWithFiles } from "../../../server/domains/review/artifacts/model.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { formatBytes } from "../composer/attachments.ts";
import { Pictures } from "../transcript/entries/Pictures.tsx";
import { PicturePlace } from "../transcript/entries/picture-place.ts";
import { SectionNote } from "./ArtifactSection.tsx";
import { attachmentUrl } from "./api.ts";
import { DownloadLink } from "./DownloadLink.tsx";
import { FileRow } from "./FileRow.tsx";
import { LineLink } from "./LineLink.tsx";
import { text } from "./text.ts";
import { lineOf, messageTitle, type Prompt } from "./view-model.ts";

type Attachment = MessageWithFiles["attachments"][number];

function SentFile({ file, url }: { file: Attachment; url: string }) {
  const { filename, media_type, image, bytes } = file;
  if (bytes === null) {
    return (
      <FileRow name={filename} facts={text.attachments.gone}>
        {null}
      </FileRow>
    );
  }
  const facts = `${formatBytes(bytes)}, ${media_type}`;
  const row = (
    <FileRow name={filename} facts={facts}>
      <DownloadLink url={url} name={filename} />
    </FileRow>
  );
  if (!image) return row;
  return (
    <div className="flex flex-col gap-1">
      <PicturePlace value={() => url}>
        <Pictures entry={url} count={1} where={text.attachments.where} file={filename} />
      </PicturePlace>
      {row}
    </div>
  );
}

interface MessageProps {
  sessionId: number;
  message: MessageWithFiles;
  line: number | null;
}

function Message({ sessionId, message, line }: MessageProps) {
  const title = messageTitle(message);
  return (
    <li className="flex flex-col gap-2 rounded-lg border border-line bg-sunken p-2.5">
      <p className="flex min-w-0 flex-wrap items-center gap-x-3 text-xs">
        <span className="min-w-0 basis-full truncate font-medium sm:flex-1 sm:basis-0">{title}</span>
        <span className="text-faint">
          {text.attachments.statuses[message.status]}{" "}
          <RelativeTime instant={message.sent_at ?? message.created_at} spoken />
        </span>
        {line !== null && <LineLink line={line} what={title} />}
      </p>
      <ul className="flex flex-wrap gap-2">
        {message.attachments.map((file, number) => (
          // One message can have two files of the same name; their order never changes.
          <li key={`${number} ${file.filename}`} className="w-full sm:w-64">
            <SentFile file={file} url={attachmentUrl(sessionId, message.id, number)} />
          </li>
        ))}
      </ul>
    </li>
  );
}

interface Props {
  sessionId: number;
  messages: readonly MessageWithFiles[];
  truncated: boolean;
  prompts: readonly Prompt[];
}

/** The files sent with messages, by message. */
export function SentFiles({ sessionId, messages, truncated, prompts }: Props) {
  if (messages.length === 0) return <SectionNote>{text.attachments.empty}</SectionNote>;
  return (
    <>
      <ul className="flex flex-col gap-2">
        {messages.map((message) => (
          <Message key={message.id} sessionId={sessionId} message={message} line={lineOf(message, prompts)} />
        ))}
      </ul>
      {truncated && <SectionNote>{text.attachments.truncated(messages.length)}</SectionNote>}
    </>
  );
}
