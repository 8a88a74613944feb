import { createContext } from "react";

/** The URL of a picture, by the id of its entry and its number in it. */
export type PictureUrl = (entry: string, number: number) => string;

export const PicturePlace = createContext<PictureUrl>(() => "");

/** The parts of an entry id, as used in the URL of a picture. */
export function placeInAddress(
  entry: string,
  number: number,
): Record<"line" | "position" | "number", string> {
  const [line = "", position = ""] = entry.split(".");
  return { line, position, number: String(number) };
}
