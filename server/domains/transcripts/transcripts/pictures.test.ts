import { expect, it } from "vitest";
import type { TranscriptReader } from "../../../runtimes/runtime.ts";
import { linePicture, pictureType } from "./pictures.ts";

/** A line is what each event has of pictures. */
const reader: TranscriptReader = {
  keeps: () => true,
  isPrompt: () => false,
  events: (line) => (line as string[][]).map((images) => ({ type: "user", text: "", images: images.length })),
  images: (line) => (line as string[][]).flat(),
};
const line = JSON.stringify([["AQ==", "Ag=="], [], ["Aw=="]]);

it.each([
  ["the first of the first event", 0, 0, 1],
  ["the second", 0, 1, 2],
  ["that of a later event", 2, 0, 3],
  ["more than an event has", 0, 2, null],
  ["of an event without one", 1, 0, null],
  ["of no event", 9, 0, null],
])("finds a picture in a line: %s", (_title, position, number, byte) => {
  const found = linePicture(line, reader, { position, number });
  expect(found && [...found]).toEqual(byte === null ? null : [byte]);
});

it.each([
  ["a PNG", "\x89PNG\r\n\x1a\n....", "image/png"],
  ["a JPEG", "\xff\xd8\xff\xe0", "image/jpeg"],
  ["a GIF", "GIF89a", "image/gif"],
  ["a WebP", "RIFF\x01\x02\x03\x04WEBP", "image/webp"],
  ["a drawing that could run scripts", "<svg xmlns='http://www.w3.org/2000/svg'>", null],
  ["a page", "<!doctype html>", null],
  ["another RIFF file", "RIFF....WAVE", null],
  ["nothing", "", null],
])("recognizes %s by its bytes", (_title, bytes, type) => {
  expect(pictureType(Buffer.from(bytes, "latin1"))).toBe(type);
});
