import { createServer } from "node:net";
import { z } from "zod";
import { readStateFile, writeStateFile } from "../state-file.ts";

const rememberedPort = z.object({ port: z.int().min(1024).max(65_535) });

/**
 * The port of the last start if it is free, else 0 for any free port. The page's stored settings belong to its origin
 * and MCP clients are configured with its address, so it should rarely change.
 */
export async function preferredPort(file: string): Promise<number> {
  const remembered = await readStateFile(file, rememberedPort);
  return remembered && (await isFree(remembered.port)) ? remembered.port : 0;
}

export async function rememberPort(file: string, serviceUrl: string): Promise<void> {
  await writeStateFile(file, { port: Number(new URL(serviceUrl).port) });
}

function isFree(port: number): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const probe = createServer();
  probe.once("error", () => resolve(false));
  probe.listen({ host: "127.0.0.1", port, exclusive: true }, () => probe.close(() => resolve(true)));
  return promise;
}
