import { crc32, deflateSync } from "node:zlib";

/** A square PNG of one color. */
export function drawPng(side: number, rgb: readonly [red: number, green: number, blue: number]): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  // 8 bits per channel, true color.
  header.set([8, 2], 8);
  const row = Buffer.concat([Buffer.of(0), ...Array.from({ length: side }, () => Buffer.from(rgb))]);
  const rows = Buffer.concat(Array.from({ length: side }, () => row));
  return Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

/** A picture in the format of Claude Code's transcripts. */
export const claudeImage = (bytes: Buffer) => ({
  type: "image",
  source: { type: "base64", media_type: "image/png", data: bytes.toString("base64") },
});

export const claudeResult = (callId: string, content: readonly object[]) => ({
  type: "tool_result",
  tool_use_id: callId,
  content,
});

export const claudeUser = (content: readonly object[]) => ({
  type: "user",
  timestamp: "2026-11-20T10:00:00.000Z",
  message: { role: "user", content },
});
