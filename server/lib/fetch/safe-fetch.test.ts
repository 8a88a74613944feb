import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it } from "vitest";
import { isPublicAddress } from "./addresses.ts";
import { FetchRefused, safeFetch } from "./index.ts";

async function serve(answer: (...sent: Parameters<RequestListener>) => unknown) {
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const loopback = [{ address: "127.0.0.1", family: 4 }];

describe("isPublicAddress", () => {
  it.each([
    "8.8.8.8",
    "1.1.1.1",
    "172.32.0.1",
    "192.167.1.1",
    "2606:4700::1111",
    "2a00:1450::1",
    "2001:4860::8888",
  ])("takes %s for public", (address) => expect(isPublicAddress(address)).toBe(true));

  it.each([
    ["127.0.0.1", "loopback"],
    ["127.8.9.1", "all of it"],
    ["0.0.0.0", "this host"],
    ["10.1.2.3", "a private network"],
    ["172.31.255.255", "a private network"],
    ["192.168.0.1", "a private network"],
    ["169.254.169.254", "where clouds keep credentials"],
    ["100.64.0.1", "a carrier's network"],
    ["224.0.0.1", "multicast"],
    ["255.255.255.255", "everybody"],
    ["::", "nothing"],
    ["::1", "loopback"],
    ["::ffff:127.0.0.1", "loopback, mapped"],
    ["::ffff:7f00:1", "loopback, mapped"],
    ["::ffff:8.8.8.8", "a mapped address, whatever it is"],
    ["::127.0.0.1", "loopback, the old way"],
    ["64:ff9b::7f00:1", "loopback behind a translator"],
    ["2002:7f00:1::", "loopback behind 6to4"],
    ["2001:0:7f00:1::", "Teredo"],
    ["fc00::1", "a private network"],
    ["fe80::1", "this link"],
    ["ff02::1", "multicast"],
    ["example.com", "no address"],
    ["", "nothing"],
  ])("does not take %s for public: %s", (address) => expect(isPublicAddress(address)).toBe(false));
});

describe("an address in a private network", () => {
  it.each([
    "http://127.0.0.1/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://169.254.169.254/latest/meta-data",
    "http://[fe80::1]/",
  ])("is refused however it is written: %s", async (url) => {
    await expect(safeFetch()(url)).rejects.toThrow(FetchRefused);
  });

  it("is refused behind a name, also when only one of its addresses is private", async () => {
    const fetchIt = safeFetch({ resolve: async () => [{ address: "8.8.8.8", family: 4 }, ...loopback] });
    await expect(fetchIt("http://looks-fine.example/")).rejects.toThrow(
      /private network.*SERVICE_ALLOW_PRIVATE_HOSTS/,
    );
  });

  it("is allowed if the owner allows it", async () => {
    await using server = await serve((request, response) => response.end(`${request.method} ${request.url}`));
    const fetchIt = safeFetch({ mayBePrivate: ({ origin }) => origin === server.url });
    expect(await (await fetchIt(`${server.url}/a?b=c`)).text()).toBe("GET /a?b=c");
  });
});

it("connects to the address that was checked, and resolves it once", async () => {
  await using server = await serve((request, response) => response.end(request.headers.host));
  let asked = 0;
  // The second answer is the attack: a second lookup would connect to it.
  const resolve = async () => (asked++ === 0 ? loopback : [{ address: "8.8.8.8", family: 4 }]);
  const fetchIt = safeFetch({ resolve, mayBePrivate: () => true });
  const answer = await fetchIt(`http://rebind.example:${server.port}/`);
  expect([await answer.text(), asked]).toEqual([`rebind.example:${server.port}`, 1]);
});

describe("a redirect", () => {
  it("to a private address is refused", async () => {
    await using inner = await serve((_request, response) => response.end("secret"));
    await using outer = await serve((_request, response) => {
      response.writeHead(302, { location: inner.url }).end();
    });
    const fetchIt = safeFetch({ mayBePrivate: ({ origin }) => origin === outer.url });
    await expect(fetchIt(outer.url)).rejects.toThrow(FetchRefused);
  });

  it("is followed for GET, without the credential where it leads to another origin", async () => {
    await using inner = await serve((request, response) =>
      response.end(String(request.headers.authorization)),
    );
    await using outer = await serve((request, response) => {
      response.writeHead(302, { location: request.url === "/" ? "/next" : inner.url }).end();
    });
    const fetchIt = safeFetch({ mayBePrivate: () => true });
    const answer = await fetchIt(outer.url, { headers: { authorization: "Bearer x" } });
    expect(await answer.text()).toBe("undefined");
  });

  it("is followed for nothing else, never in circles, and handed over where the caller wants to see it", async () => {
    await using server = await serve((_request, response) => {
      response.writeHead(307, { location: "/again" }).end();
    });
    const fetchIt = safeFetch({ mayBePrivate: () => true });
    await expect(fetchIt(server.url, { method: "POST", body: "a" })).rejects.toThrow("redirect");
    await expect(fetchIt(server.url, { redirect: "error" })).rejects.toThrow("redirect");
    await expect(fetchIt(server.url)).rejects.toThrow("more than 3 times");
    expect((await fetchIt(server.url, { redirect: "manual" })).status).toBe(307);
  });
});

it("sends method, headers and body as fetch does", async () => {
  await using server = await serve(async (request, response) => {
    let text = "";
    for await (const piece of request) text += piece;
    response.writeHead(201, { "x-type": request.headers["content-type"] ?? "" }).end(text);
  });
  const fetchIt = safeFetch({ mayBePrivate: () => true });
  const answer = await fetchIt(server.url, { method: "POST", body: new URLSearchParams({ a: "b c" }) });
  expect([answer.status, answer.headers.get("x-type"), await answer.text()]).toEqual([
    201,
    "application/x-www-form-urlencoded;charset=UTF-8",
    "a=b+c",
  ]);
});

it("reads no more than it may, and waits no longer", async () => {
  await using large = await serve((_request, response) => response.end("x".repeat(2_000)));
  await using silent = await serve(() => undefined);
  const options = { mayBePrivate: () => true };
  await expect(safeFetch({ ...options, mostBytes: 1_000 })(large.url)).rejects.toThrow(
    "larger than 1000 bytes",
  );
  await expect(safeFetch({ ...options, timeoutMs: 30 })(silent.url)).rejects.toThrow(/timeout|aborted/i);
});

it.each(["ftp://example.com/", "file:///etc/passwd", "data:text/plain,a", "http://user:pass@example.com/"])(
  "asks nothing at %s",
  async (url) => {
    await expect(safeFetch()(url)).rejects.toThrow();
  },
);
