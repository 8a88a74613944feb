import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createServer as createHttpServer, type Server as HttpServer } from "node:http";
import { type AddressInfo, createServer, type Server } from "node:net";
import { networkInterfaces } from "node:os";
import { text as textOf } from "node:stream/consumers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { makeTestFolder, type TestFolder } from "../../../test/support/test-folder.ts";
import { identify } from "../processes/index.ts";
import { probeStrict } from "./probe.ts";
import { type LocalWay, noCliFolders, type SandboxRoom } from "./room.ts";
import { spawnInside } from "./spawn.ts";

/** For what the start of several processes takes on a busy machine. */
const longMs = 60_000;
vi.setConfig({ testTimeout: longMs, hookTimeout: longMs });

const env = { PATH: process.env["PATH"] ?? "", HOME: "/nowhere/home" };
let missing: string | null = null;
let folder: TestFolder;

beforeAll(async () => {
  await using data = await makeTestFolder();
  const probe = await probeStrict({ environment: env, dataFolder: data.path });
  missing = probe.available ? null : probe.reason;
});

const portOf = (server: Server): number => (server.address() as AddressInfo).port;

async function listening<T extends Server>(server: T, host = "127.0.0.1"): Promise<T> {
  await once(server.listen(0, host), "listening");
  return server;
}

function startInside(command: string, ways: readonly LocalWay[], node?: string) {
  const room: SandboxRoom = {
    dataFolder: folder.at("data"),
    folder: folder.at("data/sandboxes/1"),
    writable: [folder.at("data/clone")],
    readable: [],
    grants: [],
    clis: noCliFolders,
    network: { ways, ...(node !== undefined && { node }) },
  };
  return spawnInside(room, {
    command: "/bin/sh",
    args: ["-c", command],
    cwd: folder.at("data/clone"),
    env,
  });
}

/** What a shell command says in a network of its own. */
async function inside(command: string, ways: readonly LocalWay[] = [], node?: string): Promise<string> {
  const { child, closed } = await startInside(command, ways, node);
  const said = await textOf(child.stdout);
  await closed;
  return said.trim();
}

/** Prints the answer, or why there is none. */
const ask = (host: string, port: number): string =>
  `${process.execPath} -e 'const s=require("net").connect(${port},"${host}").on("error",(e)=>console.log(e.code)).on("timeout",()=>{console.log("timeout");s.destroy()}).on("data",(d)=>{console.log(String(d));s.destroy()});s.setTimeout(5000)'`;

/** Ids of the processes that the network of this test needs outside of the sandbox. */
async function outsiders(): Promise<string[]> {
  const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => ({
      pid,
      line: await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => ""),
    })),
  );
  const own = found.filter(({ line }) => line.includes(folder.path)).map(({ pid }) => pid);
  const outward = found.filter(({ line }) =>
    own.includes(/--userns-path=\/proc\/(\d+)\//.exec(line)?.[1] ?? ""),
  );
  return [...own, ...outward.map(({ pid }) => pid)];
}

describe("a network of the sandbox's own", () => {
  beforeEach(async (context) => {
    if (missing !== null) return context.skip(`No strict sandbox starts here: ${missing}`);
    folder = await makeTestFolder();
    await mkdir(folder.at("data/clone"), { recursive: true });
  });
  afterEach(() => folder?.[Symbol.asyncDispose]());

  it("reaches no port of this machine, by any of its addresses", async () => {
    await using server = await listening(
      createServer((socket) => socket.end("reached")),
      "0.0.0.0",
    );
    const port = portOf(server);
    expect(await inside(ask("127.0.0.1", port))).toBe("ECONNREFUSED");
    expect(await inside(ask("::1", port))).toMatch(/^E(?:CONNREFUSED|ADDRNOTAVAIL|NETUNREACH)$/);
    expect(await inside("ip -6 route show default || true")).toBe("");
    const outer = Object.values(networkInterfaces())
      .flatMap((addresses) => addresses ?? [])
      .filter(({ internal, family }) => !internal && family === "IPv4")
      .map(({ address }) => address);
    for (const address of [...outer, "10.0.2.2"])
      expect(await inside(ask(address, port))).toMatch(/^E(?:HOST|NET)UNREACH$/);
  });

  it("reaches the addresses it was given, at the same place inside, and those alone", async () => {
    await using model = await listening(createServer((socket) => socket.end("model")));
    await using other = await listening(createServer((socket) => socket.end("other")));
    const way = { host: "127.0.0.1", port: portOf(model) };
    expect(await inside(ask("127.0.0.1", way.port), [way])).toBe("model");
    expect(await inside(ask("127.0.0.1", portOf(other)), [way])).toBe("ECONNREFUSED");
  });

  it("is held up by the Node that the packaged app brings", async () => {
    const node = folder.at("node");
    await writeFile(node, `#!/bin/sh\ntouch ${folder.at("used")}\nexec ${process.execPath} "$@"\n`);
    await chmod(node, 0o755);
    await using model = await listening(createServer((socket) => socket.end("model")));
    const way = { host: "127.0.0.1", port: portOf(model) };
    expect(await inside(ask("127.0.0.1", way.port), [way], node)).toBe("model");
    expect(await readdir(folder.path)).toContain("used");
  });

  it("passes on only the requests that are allowed", async () => {
    const seen: string[] = [];
    const server: HttpServer = createHttpServer((request, response) => {
      seen.push(request.url ?? "");
      response.end(`answer to ${request.headers.authorization}`);
    });
    await using service = await listening(server);
    const port = portOf(service);
    const way: LocalWay = {
      host: "127.0.0.1",
      port,
      allows: ({ path, authorization }) => path === "/mcp/self" && authorization === "Bearer mine",
    };
    const curl = (path: string, token: string): string =>
      `${process.execPath} -e 'fetch("http://127.0.0.1:${port}${path}",{method:"POST",body:"{}",headers:{authorization:"Bearer ${token}"}}).then(async(r)=>console.log(r.status,await r.text()))'`;
    const paths = ["/", "/api/v1/sessions", "/mcp", "/mcp/self/../", "/mcp/selfish"];
    const asked = [
      curl("/mcp/self", "mine"),
      curl("/mcp/self", "other"),
      ...paths.map((path) => curl(path, "mine")),
    ];
    const said = (await inside(asked.join("; "), [way])).split("\n");
    expect(said[0]).toBe("200 answer to Bearer mine");
    expect(said.slice(1)).toHaveLength(6);
    for (const line of said.slice(1)) expect(line).toMatch(/^403 /);
    expect(seen).toEqual(["/mcp/self"]);
  });

  it("has a loopback of its own, looks names up elsewhere, and cannot change its routes", async () => {
    const said = await inside(
      [
        `${process.execPath} -e 'const s=require("net").createServer((c)=>c.end("own")).listen(4000,"127.0.0.1",()=>require("net").connect(4000,"127.0.0.1").on("data",(d)=>{console.log(String(d));s.close()}))'`,
        "cat /etc/resolv.conf",
        "ip link set lo down 2>/dev/null || echo refused",
        "id -u",
      ].join("; "),
    );
    const uid = process.getuid?.() === 0 ? 1000 : process.getuid?.();
    expect(said.split("\n")).toEqual(["own", "nameserver 10.0.2.3", "refused", String(uid)]);
  });

  it("is gone with its command, and leaves no file", async () => {
    expect(await inside("echo done")).toBe("done");
    expect(await outsiders()).toEqual([]);
    const left = await readdir(folder.at("data/sandboxes/1"));
    expect(left.filter((name) => name.startsWith("network-"))).toEqual([]);
  });

  it("is gone when the process that made it is killed", async () => {
    const script = `
      import { spawnInside } from ${JSON.stringify(new URL("spawn.ts", import.meta.url).href)};
      const room = ${JSON.stringify({
        dataFolder: folder.at("data"),
        folder: folder.at("data/sandboxes/1"),
        writable: [folder.at("data/clone")],
        readable: [],
        grants: [],
        clis: noCliFolders,
        network: { ways: [] },
      })};
      const launch = { command: "/bin/sleep", args: ["300"], cwd: ${JSON.stringify(folder.at("data/clone"))}, env: ${JSON.stringify(env)} };
      const { status } = await spawnInside(room, launch);
      console.log(await status.leader);`;
    const maker = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(maker.stdout, "data");
    const before = await outsiders();
    expect(before.length).toBeGreaterThan(2);
    maker.kill("SIGKILL");
    await expect
      .poll(
        async () =>
          (await Promise.all(before.map((pid) => identify(Number(pid))))).filter((one) => one !== null),
        {
          timeout: longMs,
        },
      )
      .toEqual([]);
  });
});

it("names what is missing, and what installs it", async (context) => {
  if (missing === null) return context.skip("Everything is installed here");
  await using data = await makeTestFolder();
  expect(await probeStrict({ environment: env, dataFolder: data.path })).toMatchObject({
    available: false,
    reason: missing,
  });
});
