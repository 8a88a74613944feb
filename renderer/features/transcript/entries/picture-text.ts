/** What a picture is called: by the file that was read, or else by where it stands. */
export function pictureName(of: {
  where: string;
  file: string | null;
  number: number;
  count: number;
}): string {
  const { where, file, number, count } = of;
  const name = file?.split(/[/\\]/).at(-1);
  const which = count > 1 ? ` ${number + 1} of ${count}` : "";
  return name ? `Picture${which}: ${name}` : `Picture${which} ${where}`;
}

/** How large it is in itself; empty where the browser could not tell. */
export const sizeWords = ({ width, height }: { width: number; height: number }): string =>
  width === 0 || height === 0 ? "" : `${width.toLocaleString()} × ${height.toLocaleString()} pixels`;

/** The picture after or before one, round at either end. */
export const steppedPicture = (number: number, step: -1 | 1, count: number): number =>
  (number + step + count) % count;
