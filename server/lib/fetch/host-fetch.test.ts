import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterEach, describe, expect, it, vi } from "vitest";
import { FetchRefused, hostFetch } from "./index.ts";

const ask = hostFetch({ limitMs: 10_000 });

afterEach(() => void vi.useRealTimers());

async function serve(answer: (...sent: Parameters<RequestListener>) => unknown) {
  const server = createServer((request, response) => void answer(request, response));
  const connections = new Set<Socket>();
  server.on("connection", (socket) => connections.add(socket));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    connections,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

it("sends method, headers and body, and reads status, headers and body", async () => {
  await using host = await serve(async (request, response) => {
    const { method, url, headers } = request;
    response.writeHead(201, "Made", {
      "content-type": "application/json",
      "X-Type": headers["x-type"] ?? "",
    });
    response.end(JSON.stringify([method, url, headers["content-length"], await text(request)]));
  });
  const answer = await ask(`${host.url}/a?b=c`, { method: "POST", headers: { "X-Type": "t" }, body: "ä" });
  const { ok, status, statusText, url, headers } = answer;
  expect({ ok, status, statusText, url }).toEqual({
    ok: true,
    status: 201,
    statusText: "Made",
    url: `${host.url}/a?b=c`,
  });
  expect([headers.get("X-TYPE"), headers.get("x-other")]).toEqual(["t", null]);
  expect(Object.fromEntries(headers)).toMatchObject({ "content-type": "application/json", "x-type": "t" });
  expect(Object.fromEntries(headers.entries())).toEqual(Object.fromEntries(headers));
  expect(await answer.json()).toEqual(["POST", "/a?b=c", "2", "ä"]);
  expect(await answer.text()).toBe(Buffer.from(await answer.arrayBuffer()).toString());
});

it("reads a compressed answer, and one without a body", async () => {
  await using host = await serve(({ url, headers }, response) => {
    if (url === "/none") return response.writeHead(304, { "content-encoding": "gzip" }).end();
    return response
      .writeHead(200, { "content-encoding": "gzip" })
      .end(gzipSync(headers["accept-encoding"] ?? ""));
  });
  expect(await (await ask(host.url)).text()).toBe("gzip");
  const none = await ask(`${host.url}/none`);
  expect([none.ok, none.status, await none.text()]).toEqual([false, 304, ""]);
});

it("keeps the connection for the next request, but no timer", async () => {
  await using host = await serve((_request, response) => response.end("x"));
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  await ask(host.url);
  await ask(host.url);
  await vi.waitFor(() => expect(vi.getTimerCount()).toBe(0));
  expect(host.connections.size).toBe(1);
});

describe("a redirect", () => {
  const headers = { Authorization: "Bearer x" };

  it("is followed for GET, without the credential where it leads to another origin", async () => {
    await using other = await serve((request, response) =>
      response.end(String(request.headers.authorization)),
    );
    await using host = await serve((request, response) => {
      if (request.url === "/here") return response.end(request.headers.authorization);
      return response.writeHead(301, { location: request.url === "/" ? "/here" : other.url }).end();
    });
    expect(await (await ask(host.url, { headers })).text()).toBe("Bearer x");
    expect(await (await ask(`${host.url}/away`, { headers })).text()).toBe("undefined");
  });

  it("is followed for nothing else, not where it is an error, and never in circles", async () => {
    await using host = await serve((_request, response) => {
      response.writeHead(307, { location: "/again" }).end();
    });
    await expect(ask(host.url, { method: "POST", body: "a" })).rejects.toThrow(FetchRefused);
    await expect(ask(host.url, { redirect: "error" })).rejects.toThrow("redirect");
    await expect(ask(host.url)).rejects.toThrow("more than 3 times");
    expect((await ask(host.url, { redirect: "manual" })).status).toBe(307);
  });
});

describe("a host that does not answer", () => {
  it("is not waited for longer than the limit, before its answer or within it", async () => {
    await using host = await serve(({ url }, response) => {
      if (url === "/half") response.write("half");
    });
    const hasty = hostFetch({ limitMs: 30 });
    for (const path of ["/", "/half"])
      await expect(hasty(host.url + path)).rejects.toMatchObject({ name: "TimeoutError" });
    await vi.waitFor(() => expect([...host.connections].every(({ destroyed }) => destroyed)).toBe(true));
  });

  it("is not waited for any more once the signal says so", async () => {
    const stop = new AbortController();
    await using host = await serve(() => stop.abort());
    await expect(ask(host.url, { signal: stop.signal })).rejects.toMatchObject({ name: "AbortError" });
    await expect(ask(host.url, { signal: stop.signal })).rejects.toMatchObject({ name: "AbortError" });
  });

  it("is named by the system's own error", async () => {
    const gone = await serve(() => undefined);
    await gone[Symbol.asyncDispose]();
    await expect(ask(gone.url)).rejects.toThrow("ECONNREFUSED");
  });
});

it("sends text alone", async () => {
  await expect(ask("http://127.0.0.1:9", { body: new FormData() })).rejects.toThrow(TypeError);
});
