/** Tool calls per second at POST /mcp, compared with the plain MCP package returning the same result. */
import { join } from "node:path";
import { accessToken } from "./access-token.ts";
import type { BenchFolders } from "./bench-folders.ts";
import { answersPerSecond, type Load } from "./load.ts";
import { mcpCall } from "./mcp-call.ts";
import { interleaved, type Measurement } from "./measurement.ts";
import { startServer, startServiceProcess } from "./server-process.ts";
import { benchKey, serviceEnvironment } from "./service-environment.ts";

const rounds = 5;
const seconds = 2;
const warmUpSeconds = 3;

export async function mcpBench(bed: BenchFolders): Promise<Measurement[]> {
  const environment = serviceEnvironment(await bed.folder("mcp"));
  await using service = await startServiceProcess(environment);
  const key = callOf(service.url, { "x-api-key": benchKey });
  const bearerKey = callOf(service.url, { authorization: `Bearer ${benchKey}` });
  const token = callOf(service.url, {
    authorization: `Bearer ${await accessToken({ ...environment, SERVICE_PORT: new URL(service.url).port })}`,
  });
  const result = await resultOf(key);
  const program = join(import.meta.dirname, "bare-mcp-server.ts");
  await using bare = await startServer([program, result], { PATH: process.env["PATH"] ?? "" });
  const echo = callOf(bare.url, {});
  for (const load of [bearerKey, token, echo]) {
    if ((await resultOf(load)) !== result)
      throw new Error(`${load.url} answers something else than ${result}`);
    await answersPerSecond(load, warmUpSeconds);
  }
  const perSecond = await interleaved(rounds, {
    key: () => answersPerSecond(key, seconds),
    bearerKey: () => answersPerSecond(bearerKey, seconds),
    token: () => answersPerSecond(token, seconds),
    echo: () => answersPerSecond(echo, seconds),
  });
  const beside = (figure: string, measured: number): Measurement => ({
    figure: `tools/call at POST /mcp, ${figure}`,
    unit: "per second",
    measured,
    reference: perSecond.echo,
    against: "bare MCP package, same result",
    goal: { on: "ratio", bound: "at least", value: 0.7 },
  });
  return [
    beside("API key", perSecond.key),
    beside("API key as a bearer token", perSecond.bearerKey),
    beside("access token", perSecond.token),
  ];
}

const callOf = (url: string, credential: Record<string, string>): Load => ({
  ...mcpCall,
  url: `${url}/mcp`,
  headers: { ...mcpCall.headers, ...credential },
});

/** A tool's result without the server's name and version. */
async function resultOf({ url, ...request }: Load): Promise<string> {
  const response = await fetch(url, request);
  const { result } = (await response.json()) as { result: Record<string, unknown> };
  const { content, structuredContent } = result;
  return JSON.stringify({ content, structuredContent });
}
