import { describe, expect, it } from "vitest";
import { directLoopback, hasProxy, ownProxies } from "./proxy-rules.ts";

const own = "localhost,127.0.0.1,::1,[::1]";

describe("directLoopback", () => {
  it.each<[string, Record<string, string>, Record<string, string>]>([
    ["adds nothing without a proxy", { NO_PROXY: "corp.example" }, {}],
    ["takes an empty variable for no proxy", { HTTP_PROXY: "" }, {}],
    ["names this machine in both spellings", { HTTP_PROXY: "http://p:1" }, { NO_PROXY: own, no_proxy: own }],
    [
      "keeps what either spelling says",
      { https_proxy: "http://p:1", NO_PROXY: "a.example, b.example", no_proxy: "c.example" },
      {
        NO_PROXY: `a.example,b.example,c.example,${own}`,
        no_proxy: `a.example,b.example,c.example,${own}`,
      },
    ],
    [
      "names nothing twice",
      { ALL_PROXY: "socks5://p:1", NO_PROXY: "localhost *.corp" },
      {
        NO_PROXY: "localhost,*.corp,127.0.0.1,::1,[::1]",
        no_proxy: "localhost,*.corp,127.0.0.1,::1,[::1]",
      },
    ],
  ])("%s", (_title, environment, added) => expect(directLoopback(environment)).toEqual(added));
});

it("knows every spelling of a proxy's variable", () => {
  for (const name of ["HTTP_PROXY", "http_proxy", "HTTPS_PROXY", "https_proxy", "ALL_PROXY", "all_proxy"])
    expect(hasProxy({ [name]: "http://p:1" }), name).toBe(true);
  expect(hasProxy({ NO_PROXY: "x", MY_HTTP_PROXY: "http://p:1" })).toBe(false);
});

describe("ownProxies", () => {
  it.each<[string, string, string | null]>([
    ["takes an address as it is", "http://proxy.example:3128", "http://proxy.example:3128/"],
    ["keeps a user and a password", "http://u:p@proxy.example:3128", "http://u:p@proxy.example:3128/"],
    ["takes a host and a port for HTTP", "proxy.example:3128", "http://proxy.example:3128/"],
    ["leaves out what is no HTTP proxy", "socks5://proxy.example:1080", null],
    ["leaves out what is no address", "http://", null],
  ])("%s", (_title, value, used) => {
    const own = ownProxies({ HTTPS_PROXY: value });
    expect([own.used["HTTPS_PROXY"] ?? null, own.ignored]).toEqual([
      used,
      used === null ? ["HTTPS_PROXY"] : [],
    ]);
  });
});
