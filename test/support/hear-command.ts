import { vi } from "vitest";
import { main } from "../../server/cli/main.ts";

/** Runs `signalbox` in this process, since starting one takes longer than what most commands do. */
export async function hearCommand(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const said = { out: "", err: "" };
  const hear = (stream: NodeJS.WriteStream, name: keyof typeof said) =>
    vi.spyOn(stream, "write").mockImplementation((piece) => {
      said[name] += String(piece);
      return true;
    });
  const streams = [hear(process.stdout, "out"), hear(process.stderr, "err")];
  try {
    const code = await main(args);
    return { code, ...said };
  } finally {
    for (const stream of streams) stream.mockRestore();
  }
}
