import { timeOfDay } from "../../lib/time.ts";
import { Pictures } from "../transcript/entries/Pictures.tsx";
import { PicturePlace } from "../transcript/entries/picture-place.ts";
import { SectionNote } from "./ArtifactSection.tsx";
import { pictureUrl } from "./api.ts";
import { LineLink } from "./LineLink.tsx";
import { text } from "./text.ts";
import { type EntryPictures, originOf } from "./view-model.ts";

interface Props {
  sessionId: number;
  pictures: readonly EntryPictures[];
  truncated: boolean;
}

function PictureItem({ pictures }: { pictures: EntryPictures }) {
  const { origin, file } = originOf(pictures);
  return (
    <li className="flex flex-col gap-1.5 rounded-lg border border-line bg-sunken p-2.5">
      <p className="flex items-center gap-3 text-xs">
        <span className="min-w-0 flex-1 truncate" title={origin}>
          {origin}
        </span>
        {pictures.timestamp !== null && (
          <span className="shrink-0 text-2xs text-faint tabular-nums">{timeOfDay(pictures.timestamp)}</span>
        )}
        <LineLink line={pictures.index} what={origin} />
      </p>
      <Pictures
        entry={pictures.entry}
        count={pictures.count}
        where={pictures.in === "prompt" ? text.pictures.inPrompt : text.pictures.inResult}
        file={file}
      />
    </li>
  );
}

/** The pictures that the agent saw, newest first. */
export function SeenPictures({ sessionId, pictures, truncated }: Props) {
  if (pictures.length === 0) return <SectionNote>{text.pictures.empty}</SectionNote>;
  return (
    <PicturePlace value={(entry, number) => pictureUrl(sessionId, entry, number)}>
      <ul className="grid gap-2 sm:grid-cols-2">
        {pictures.toReversed().map((entry) => (
          <PictureItem key={entry.entry} pictures={entry} />
        ))}
      </ul>
      {truncated && <SectionNote>{text.pictures.truncated}</SectionNote>}
    </PicturePlace>
  );
}
