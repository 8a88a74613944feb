import { useState } from "react";
import { type ChangedFile, changeOperations } from "../../../server/domains/review/changes/model.ts";
import { linkUrl } from "../../lib/client.ts";
import { pictureSides } from "./picture-sides.ts";
import { text } from "./text.ts";

interface Props {
  sessionId: number;
  file: ChangedFile;
  /** When the changes were loaded. */
  readAt: number;
}

function Picture({ url, name, title }: { url: string; name: string; title: string }) {
  const [size, setSize] = useState("");
  const [failed, setFailed] = useState(false);
  return (
    <figure className="flex min-w-40 flex-1 flex-col gap-1">
      <figcaption className="flex gap-2 text-2xs text-faint">
        <span className="font-medium text-soft">{title}</span>
        <span className="tabular-nums">{size}</span>
      </figcaption>
      <div className="flex h-56 items-center justify-center overflow-hidden rounded-md border border-line bg-sunken p-2">
        {failed ? (
          <p className="text-xs text-faint">{text.pictureDiff.failed}</p>
        ) : (
          <img
            src={url}
            alt={`${name}, ${title.toLowerCase()}`}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize(text.pictureDiff.size(naturalWidth, naturalHeight))
            }
            onError={() => setFailed(true)}
            className="max-h-full max-w-full object-contain"
          />
        )}
      </div>
    </figure>
  );
}

/** A picture before and after the change, side by side if there is room. */
export function PictureDiff({ sessionId, file, readAt }: Props) {
  return (
    <div className="flex flex-wrap gap-3 p-3">
      {pictureSides(file).map((side) => {
        const url = linkUrl(changeOperations.changePicture, {
          params: { id: String(sessionId) },
          query: { path: file.path, side, read: String(readAt) },
        });
        return <Picture key={url} url={url} name={file.path} title={text.pictureDiff.sides[side]} />;
      })}
    </div>
  );
}
