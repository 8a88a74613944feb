import { createContext } from "react";

/** Where the pictures of a transcript's entries are had from, by the entry's id and the picture's number in it. */
export type PictureUrl = (entry: string, number: number) => string;

export const PicturePlace = createContext<PictureUrl>(() => "");

/** The two numbers of an entry's id, as the picture's address has them. */
export function placeInAddress(
  entry: string,
  number: number,
): Record<"line" | "position" | "number", string> {
  const [line = "", position = ""] = entry.split(".");
  return { line, position, number: String(number) };
}
