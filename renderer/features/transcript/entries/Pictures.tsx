import { ChevronLeft, ChevronRight, ImageOff } from "lucide-react";
import { type KeyboardEvent, useContext, useState } from "react";
import { Dialog } from "../../../ui/Dialog.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { PicturePlace } from "./picture-place.ts";
import { pictureName, sizeWords, steppedPicture } from "./picture-text.ts";

export interface PicturesProps {
  /** The id of the entry that holds them. */
  entry: string;
  count: number;
  /** In which part of the transcript: `in the prompt`. */
  where: string;
  /** The file that they were read from; null where there is none. */
  file: string | null;
}

interface Picture {
  url: string;
  name: string;
}

/** Its size is the same before and after it is here, so that nothing moves. */
const box =
  "flex h-32 w-44 items-center justify-center overflow-hidden rounded-md border border-line bg-sunken";

function Thumbnail({ picture: { url, name }, onOpen }: { picture: Picture; onOpen(): void }) {
  const [size, setSize] = useState("");
  const [failed, setFailed] = useState(false);
  if (failed) {
    return (
      <p className={`${box} flex-col gap-1 px-3 text-center text-xs text-faint`}>
        <ImageOff aria-hidden className="size-4" />
        <span>
          <span className="sr-only">{name}: </span>This picture cannot be shown.
        </span>
      </p>
    );
  }
  return (
    <figure className="w-44">
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={onOpen}
        className={`${box} hover:border-line-strong`}
      >
        <img
          src={url}
          alt={name}
          loading="lazy"
          decoding="async"
          onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) =>
            setSize(sizeWords({ width, height }))
          }
          onError={() => setFailed(true)}
          className="size-full object-contain"
        />
      </button>
      <figcaption className="h-4 truncate text-2xs text-faint tabular-nums">{size}</figcaption>
    </figure>
  );
}

const steps: Readonly<Record<string, -1 | 1>> = { ArrowLeft: -1, ArrowRight: 1 };

interface LargeProps {
  pictures: readonly Picture[];
  /** Which of them; null for none. */
  shown: number | null;
  onShow(number: number | null): void;
}

/** One of them as large as the window lets it be. */
function Large({ pictures, shown, onShow }: LargeProps) {
  const [last, setLast] = useState(0);
  if (shown !== null && shown !== last) setLast(shown);
  // While the dialog goes it still shows what it showed.
  const number = shown ?? last;
  const picture = pictures[number];
  if (!picture) return null;
  const move = (step: -1 | 1): void => onShow(steppedPicture(number, step, pictures.length));
  // Before the dialog sees it, which keeps the arrows to itself; in the page it is elsewhere.
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = steps[event.key];
    if (step === undefined || shown === null || pictures.length < 2) return;
    event.stopPropagation();
    move(step);
  };
  return (
    <div role="presentation" className="contents" onKeyDownCapture={onKeyDown}>
      <Dialog open={shown !== null} onClose={() => onShow(null)} title={picture.name} wide>
        <div className="flex min-h-0 items-center gap-2">
          {pictures.length > 1 && (
            <IconButton label="Previous picture" onClick={() => move(-1)}>
              <ChevronLeft aria-hidden className="size-4" />
            </IconButton>
          )}
          <a
            href={picture.url}
            target="_blank"
            rel="noreferrer"
            aria-label="Open in new tab"
            className="flex h-[66dvh] min-w-0 flex-1 items-center justify-center rounded-md bg-sunken"
          >
            <img src={picture.url} alt={picture.name} className="max-h-full max-w-full object-contain" />
          </a>
          {pictures.length > 1 && (
            <IconButton label="Next picture" onClick={() => move(1)}>
              <ChevronRight aria-hidden className="size-4" />
            </IconButton>
          )}
        </div>
      </Dialog>
    </div>
  );
}

/** The pictures of one entry, small; pressed, one is shown large. */
export function Pictures({ entry, count, where, file }: PicturesProps) {
  const urlOf = useContext(PicturePlace);
  const [shown, setShown] = useState<number | null>(null);
  const pictures = Array.from({ length: count }, (_, number) => ({
    url: urlOf(entry, number),
    name: pictureName({ where, file, number, count }),
  }));
  return (
    <>
      <ul className="flex flex-wrap gap-2">
        {pictures.map((picture, number) => (
          <li key={picture.url}>
            <Thumbnail picture={picture} onOpen={() => setShown(number)} />
          </li>
        ))}
      </ul>
      <Large pictures={pictures} shown={shown} onShow={setShown} />
    </>
  );
}
