import type { RequestHead } from "./request-head.ts";

const packet = (bytes: Uint8Array): Buffer =>
  Buffer.concat([Buffer.from((bytes.length + 4).toString(16).padStart(4, "0")), bytes]);
const line = (words: string): Buffer => packet(Buffer.from(`${words}\n`));
const flush = Buffer.from("0000");

/** What stands before the advertisement of refs (gitprotocol-http). */
export const announcement = Buffer.concat([line("# service=git-receive-pack"), flush]);

/** In place of refs: git prints it as `remote error` and ends. */
export const remoteError = (sentence: string): Buffer =>
  Buffer.concat([announcement, packet(Buffer.from(`ERR ${sentence}`))]);

const remoteBand = 2;
const reportBand = 1;

/**
 * The answer to a push of which nothing was taken (gitprotocol-pack, Report Status): why each ref was not, and a sentence that
 * git prints after `remote:`.
 */
export function rejection(
  { updates, capabilities }: Pick<RequestHead, "updates" | "capabilities">,
  of: { reason(name: string): string; unpack?: string; say?: string },
): Buffer {
  if (!capabilities.has("report-status") && !capabilities.has("report-status-v2")) return flush;
  const report = Buffer.concat([
    line(`unpack ${oneLine(of.unpack ?? "ok")}`),
    ...updates.map(({ name }) => line(`ng ${name} ${oneLine(of.reason(name))}`)),
    flush,
  ]);
  if (!capabilities.has("side-band-64k")) return report;
  const said = of.say === undefined ? [] : inBand(remoteBand, Buffer.from(`${of.say}\n`));
  return Buffer.concat([...said, ...inBand(reportBand, report), flush]);
}

const longestPiece = 65_515;

function inBand(band: number, bytes: Buffer): Buffer[] {
  const pieces = [];
  for (let at = 0; at < bytes.length; at += longestPiece)
    pieces.push(packet(Buffer.concat([Buffer.from([band]), bytes.subarray(at, at + longestPiece)])));
  return pieces;
}

const oneLine = (words: string): string => words.replace(/\s+/g, " ").trim().slice(0, 500);

/** The refs that an answer of `git receive-pack` reports as taken. */
export const takenIn = (answer: string): string[] =>
  [...answer.matchAll(/[0-9a-f]{4}ok (refs\/[^\n]+)\n/g)].map(([, name = ""]) => name);
