import { text } from "./text.ts";

/** The name of a picture: its file, or its place in the transcript. */
export function pictureName(of: {
  where: string;
  file: string | null;
  number: number;
  count: number;
}): string {
  const { where, file, number, count } = of;
  const name = file?.split(/[/\\]/).at(-1);
  const picture = count > 1 ? text.pictures.position(number + 1, count) : text.pictures.single;
  return name ? text.pictures.file(picture, name) : text.pictures.place(picture, where);
}

/** The size of a picture; empty if unknown. */
export const pictureSize = ({ width, height }: { width: number; height: number }): string =>
  width === 0 || height === 0 ? "" : text.pictures.size(width.toLocaleString(), height.toLocaleString());

/** The next or previous picture, wrapping at both ends. */
export const steppedPicture = (number: number, step: -1 | 1, count: number): number =>
  (number + step + count) % count;
