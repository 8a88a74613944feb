import { createServer, get, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { networkInterfaces } from "node:os";
import { expect, it, onTestFinished } from "vitest";
import { openListener } from "./listener.ts";

const answering = (): Server => {
  const server = createServer((_request, response) => void response.end("ours"));
  onTestFinished(() => server.closeAllConnections());
  return server;
};

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((address) => address?.address === "::1");

async function listenOn(host: string, port: number): Promise<number> {
  const server = createServer((_request, response) => void response.end("a squatter's"));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(port, host, resolve));
  return (server.address() as AddressInfo).port;
}

const readFrom = (url: string): Promise<string> =>
  new Promise((resolve, reject) => {
    get(url, { agent: false }, (answer) => {
      answer.setEncoding("utf8").on("data", resolve);
    }).on("error", reject);
  });

it("takes one port for both versions of IP, and gives both back", async (context) => {
  if (!hasIpv6) context.skip("this machine has no IPv6");
  const { url, refusedNames, close } = await openListener(answering(), { host: "127.0.0.1", port: 0 });
  expect(refusedNames).toEqual(new Set());
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  const port = Number(new URL(url).port);
  for (const host of ["127.0.0.1", "[::1]"]) expect(await readFrom(`http://${host}:${port}`)).toBe("ours");
  close();
  for (const host of ["127.0.0.1", "::1"]) expect(await listenOn(host, port)).toBe(port);
});

it("refuses the names that lead to another program which has the port for IPv6", async (context) => {
  if (!hasIpv6) context.skip("this machine has no IPv6");
  const port = await listenOn("::1", 0);
  for (const host of ["127.0.0.1", "0.0.0.0"]) {
    const { refusedNames, close } = await openListener(answering(), { host, port });
    expect(refusedNames).toEqual(new Set(["localhost", "[::1]"]));
    close();
  }
});

it("looks for another port if the one that the system gave is taken for IPv6", async (context) => {
  if (!hasIpv6) context.skip("this machine has no IPv6");
  const { refusedNames, close } = await openListener(answering(), { host: "localhost", port: 0 });
  expect(refusedNames).toEqual(new Set());
  close();
});

it("says which port is taken", async () => {
  const port = await listenOn("127.0.0.1", 0);
  const opening = openListener(answering(), { host: "127.0.0.1", port });
  await expect(opening).rejects.toThrow(`Another program is using 127.0.0.1:${port}`);
});
