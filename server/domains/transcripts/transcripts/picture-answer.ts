import type { Response } from "express";
import { Encoded } from "../../../http/mount.ts";
import { notFound } from "../../../lib/errors.ts";
import { pictureType } from "./pictures.ts";

/** A picture as a response. Opened directly, it is a document without an origin that runs nothing. */
export function pictureAnswer(response: Response, bytes: Uint8Array | null): Encoded {
  const type = bytes && pictureType(bytes);
  if (!bytes || !type) throw notFound("Picture");
  response
    .setHeader("content-disposition", `inline; filename="picture.${type.slice("image/".length)}"`)
    .setHeader("content-security-policy", "default-src 'none'; sandbox");
  return new Encoded([bytes], type);
}
