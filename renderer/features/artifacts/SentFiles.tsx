import type { MessageWithFiles } from "../../../server/domains/repositories/artifacts/model.ts";
import { RelativeTime } from "../../ui/RelativeTime.tsx";
import { formatBytes } from "../composer/attachments.ts";
import { Pictures } from "../transcript/entries/Pictures.tsx";
import { PicturePlace } from "../transcript/entries/picture-place.ts";
import { attachmentUrl } from "./api.ts";
import { Nothing } from "./Block.tsx";
import { Download } from "./Download.tsx";
import { FileRow } from "./FileRow.tsx";
import { ToLine } from "./ToLine.tsx";
import { lineOf, messageTitle, type Prompt, statusWords } from "./view-model.ts";

type Attachment = MessageWithFiles["attachments"][number];

function SentFile({ file, url }: { file: Attachment; url: string }) {
  const { filename, media_type, image, bytes } = file;
  if (bytes === null) {
    return (
      <FileRow name={filename} facts="This file no longer exists">
        {null}
      </FileRow>
    );
  }
  const facts = `${formatBytes(bytes)}, ${media_type}`;
  const row = (
    <FileRow name={filename} facts={facts}>
      <Download url={url} name={filename} />
    </FileRow>
  );
  if (!image) return row;
  return (
    <div className="flex flex-col gap-1">
      <PicturePlace value={() => url}>
        <Pictures entry={url} count={1} where="that was sent" file={filename} />
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
          {statusWords(message)} <RelativeTime instant={message.sent_at ?? message.created_at} spoken />
        </span>
        {line !== null && <ToLine line={line} what={title} />}
      </p>
      <ul className="flex flex-wrap gap-2">
        {message.attachments.map((file, number) => (
          // Two of one name may come with one message; their places never change.
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

/** What came with messages, by message. */
export function SentFiles({ sessionId, messages, truncated, prompts }: Props) {
  if (messages.length === 0)
    return <Nothing>No attachments yet. Files sent with messages appear here.</Nothing>;
  return (
    <>
      <ul className="flex flex-col gap-2">
        {messages.map((message) => (
          <Message key={message.id} sessionId={sessionId} message={message} line={lineOf(message, prompts)} />
        ))}
      </ul>
      {truncated && <Nothing>Only those of the newest {messages.length} messages are listed.</Nothing>}
    </>
  );
}
