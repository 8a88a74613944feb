import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { findLink, linkScheme } from "../main/links/deep-link.ts";
import { icons } from "./icons/make.mjs";

const root = join(import.meta.dirname, "..");
const read = (file: string) => readFileSync(join(root, file), "utf8");
const resource = z.object({ from: z.string(), to: z.string() });
const platform = z.looseObject({
  icon: z.string(),
  files: z.undefined().optional(),
  target: z.array(z.union([z.string(), z.object({ target: z.string(), arch: z.array(z.string()) })])),
  extraResources: z.array(resource).optional(),
});
const config = z.looseObject({
  files: z.array(z.string()),
  asarUnpack: z.array(z.string()),
  electronFuses: z.record(z.string(), z.boolean()),
  publish: z.null(),
  protocols: z.array(z.object({ name: z.string(), schemes: z.array(z.string()) })),
  mac: platform.extend({ entitlements: z.string(), entitlementsInherit: z.string() }),
  win: platform,
  linux: platform.extend({
    desktop: z.object({
      desktopActions: z.record(z.string(), z.object({ Name: z.string(), Exec: z.string() })),
    }),
  }),
});
const manifest = z.object({ main: z.string(), optionalDependencies: z.record(z.string(), z.string()) });

const packaging = config.parse(parse(read("electron-builder.yml")));
const { main, optionalDependencies } = manifest.parse(JSON.parse(read("package.json")));

/** The check that electron-builder makes before it packages; the module is not part of its public API. */
async function validate(given: unknown): Promise<void> {
  const fromBuilder = createRequire(createRequire(import.meta.url).resolve("electron-builder"));
  const { validateConfiguration } = fromBuilder("app-builder-lib/out/util/config/config") as {
    validateConfiguration(config: unknown, debugLogger: { isEnabled: boolean }): Promise<void>;
  };
  await validateConfiguration(structuredClone(given), { isEnabled: false });
}

/** In pixels, from a PNG's header. */
const sizeOf = (file: string) => readFileSync(file).readUInt32BE(16);

describe("electron-builder.yml", () => {
  it("fits electron-builder's schema", async () => {
    await expect(validate(packaging)).resolves.toBeUndefined();
  });

  it.each([
    ["an option that does not exist", { ...packaging, asarUnpacked: [] }],
    ["a fuse that does not exist", { ...packaging, electronFuses: { runAsNodes: false } }],
  ])("would be refused with %s", async (_title, given) => {
    await expect(validate(given)).rejects.toThrow("Invalid configuration object");
  });

  it("prevents running Electron as something else", () => {
    expect(packaging.electronFuses).toEqual({
      runAsNode: false,
      enableNodeOptionsEnvironmentVariable: false,
      enableNodeCliInspectArguments: false,
      enableCookieEncryption: true,
      enableEmbeddedAsarIntegrityValidation: true,
      onlyLoadAppFromAsar: true,
      grantFileProtocolExtraPrivileges: false,
      loadBrowserProcessSpecificV8Snapshot: false,
    });
  });

  it("builds the installer of each platform, and has no update feed", () => {
    const { mac, win, linux, publish } = packaging;
    const universal = ["dmg", "zip"].map((target) => ({ target, arch: ["universal"] }));

    expect([mac.target, win.target, linux.target]).toEqual([universal, ["nsis"], ["AppImage", "deb"]]);
    expect(publish).toBeNull();
  });

  it("registers the link scheme, and offers only links that the shell opens", () => {
    const schemes = packaging.protocols.flatMap((protocol) => protocol.schemes);
    const actions = Object.values(packaging.linux.desktop.desktopActions);

    expect(schemes).toEqual([linkScheme]);
    expect(actions.map(({ Exec }) => findLink(Exec.split(" ")))).toEqual(["/sessions/new", "/inbox"]);
  });

  it("names only existing files", () => {
    const { mac, win, linux } = packaging;
    const named = [mac.icon, win.icon, linux.icon, mac.entitlements, mac.entitlementsInherit];

    expect(named.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it("packages the program that package.json starts, and the icons as drawn", () => {
    expect(main).toBe("dist/main/index.js");
    expect(packaging.files).toEqual(expect.arrayContaining(["dist/main/**", "build/icons/*.png"]));
    expect(icons.filter(([name, , size]) => sizeOf(join(root, "build/icons", name)) !== size)).toEqual([]);
  });

  it("unpacks all that the service reads", () => {
    const read = ["dist/server/**", "dist/migrations/**", "dist/renderer/**", "node_modules/**"];

    expect(packaging.asarUnpack).toEqual(expect.arrayContaining(read));
  });

  it("packages a Node for pi from a pinned package, where the shell expects it", () => {
    const brought = [packaging.win, packaging.linux].flatMap(({ extraResources }) => extraResources ?? []);
    const packages = brought.flatMap(({ from }) => {
      const name = from.split("/")[1] ?? "";
      return name.includes("${arch}")
        ? ["x64", "arm64"].map((arch) => name.replace("${arch}", arch))
        : [name];
    });

    expect(packages.filter((name) => !(name in optionalDependencies))).toEqual([]);
    expect(brought.map(({ to }) => to)).toEqual(["node/node.exe", "node/node"]);
    expect(packaging.files).toContain("!node_modules/node-{linux,win}-*/**");
  });
});
