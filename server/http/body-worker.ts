import { transferring } from "../workers/transfer.ts";
import { type ParsedBody, parseBody, type UnparsedBody } from "./json-body.ts";

export function parse(unparsed: UnparsedBody): ParsedBody {
  const parsed = parseBody(unparsed);
  const decoded = parsed.kind === "parsed" ? parsed.decoded : [];
  return transferring(
    parsed,
    decoded.map(({ buffer }) => buffer),
  );
}
