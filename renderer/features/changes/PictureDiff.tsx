import { useState } from "react";
import { type ChangedFile, changeOperations } from "../../../server/domains/repositories/changes/model.ts";
import { apiUrl } from "../../lib/client.ts";
import { pictureSides, type Side } from "./picture-sides.ts";

interface Props {
  sessionId: number;
  file: ChangedFile;
  /** When the changes were read. */
  readAt: number;
}

const titles: Readonly<Record<Side, string>> = { before: "Before", after: "After" };

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
          <p className="text-xs text-faint">This picture cannot be shown.</p>
        ) : (
          <img
            src={url}
            alt={`${name}, ${title.toLowerCase()}`}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
              setSize(`${naturalWidth.toLocaleString()} × ${naturalHeight.toLocaleString()} pixels`)
            }
            onError={() => setFailed(true)}
            className="max-h-full max-w-full object-contain"
          />
        )}
      </div>
    </figure>
  );
}

/** A picture as it was and as it is, side by side where there is room. */
export function PictureDiff({ sessionId, file, readAt }: Props) {
  return (
    <div className="flex flex-wrap gap-3 p-3">
      {pictureSides(file).map((side) => {
        const url = apiUrl(changeOperations.changePicture, {
          params: { id: String(sessionId) },
          query: { path: file.path, side, read: String(readAt) },
        });
        return <Picture key={url} url={url} name={file.path} title={titles[side]} />;
      })}
    </div>
  );
}
