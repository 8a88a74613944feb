import { ChevronLeft, ChevronRight, ImageOff } from "lucide-react";
import { type KeyboardEvent, useContext, useState } from "react";
import { Dialog } from "../../../ui/Dialog.tsx";
import { IconButton } from "../../../ui/IconButton.tsx";
import { pictureName, pictureSize, steppedPicture } from "./picture-labels.ts";
import { PicturePlace } from "./picture-place.ts";
import { text } from "./text.ts";

export interface PicturesProps {
  /** The id of their entry. */
  entry: string;
  count: number;
  /** In which part of the transcript: `in the prompt`. */
  where: string;
  /** The file that they were read from, if any. */
  file: string | null;
}

interface Picture {
  url: string;
  name: string;
}

/** The same size before and after loading, so that nothing moves. */
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
          <span className="sr-only">{name}: </span>
          {text.pictures.unavailable}
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
            setSize(pictureSize({ width, height }))
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

interface PictureDialogProps {
  pictures: readonly Picture[];
  /** The index of the shown picture; null for none. */
  shown: number | null;
  onShow(number: number | null): void;
}

/** A picture as large as the window allows. */
function PictureDialog({ pictures, shown, onShow }: PictureDialogProps) {
  const [last, setLast] = useState(0);
  if (shown !== null && shown !== last) setLast(shown);
  // The dialog keeps its picture while it closes.
  const number = shown ?? last;
  const picture = pictures[number];
  if (!picture) return null;
  const move = (step: -1 | 1): void => onShow(steppedPicture(number, step, pictures.length));
  // Handled before the dialog, which would swallow the arrow keys.
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
            <IconButton label={text.pictures.previous} onClick={() => move(-1)}>
              <ChevronLeft aria-hidden className="size-4" />
            </IconButton>
          )}
          <a
            href={picture.url}
            target="_blank"
            rel="noreferrer"
            aria-label={text.pictures.open}
            className="flex h-[66dvh] min-w-0 flex-1 items-center justify-center rounded-md bg-sunken"
          >
            <img src={picture.url} alt={picture.name} className="max-h-full max-w-full object-contain" />
          </a>
          {pictures.length > 1 && (
            <IconButton label={text.pictures.next} onClick={() => move(1)}>
              <ChevronRight aria-hidden className="size-4" />
            </IconButton>
          )}
        </div>
      </Dialog>
    </div>
  );
}

/** The thumbnails of an entry; pressing one opens it.  */
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
      <PictureDialog pictures={pictures} shown={shown} onShow={setShown} />
    </>
  );
}
