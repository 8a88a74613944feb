import { timeOfDay } from "../../lib/time.ts";
import { Pictures } from "../transcript/entries/Pictures.tsx";
import { PicturePlace } from "../transcript/entries/picture-place.ts";
import { pictureUrl } from "./api.ts";
import { Nothing } from "./Block.tsx";
import { ToLine } from "./ToLine.tsx";
import { type HeldPictures, originOf } from "./view-model.ts";

interface Props {
  sessionId: number;
  pictures: readonly HeldPictures[];
  truncated: boolean;
}

function Held({ held }: { held: HeldPictures }) {
  const { words, file } = originOf(held);
  return (
    <li className="flex flex-col gap-1.5 rounded-lg border border-line bg-sunken p-2.5">
      <p className="flex items-center gap-3 text-xs">
        <span className="min-w-0 flex-1 truncate" title={words}>
          {words}
        </span>
        {held.timestamp !== null && (
          <span className="shrink-0 text-2xs text-faint tabular-nums">{timeOfDay(held.timestamp)}</span>
        )}
        <ToLine line={held.index} what={words} />
      </p>
      <Pictures
        entry={held.entry}
        count={held.count}
        where={held.in === "prompt" ? "in the prompt" : "in the result"}
        file={file}
      />
    </li>
  );
}

/** Pictures that the agent was shown or looked at, newest first. */
export function SeenPictures({ sessionId, pictures, truncated }: Props) {
  if (pictures.length === 0)
    return <Nothing>No pictures yet. Pictures that the agent sees appear here.</Nothing>;
  return (
    <PicturePlace value={(entry, number) => pictureUrl(sessionId, entry, number)}>
      <ul className="grid gap-2 sm:grid-cols-2">
        {pictures.toReversed().map((held) => (
          <Held key={held.entry} held={held} />
        ))}
      </ul>
      {truncated && <Nothing>Only the newest are listed.</Nothing>}
    </PicturePlace>
  );
}
