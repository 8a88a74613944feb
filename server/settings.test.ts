import { describe, expect, it } from "vitest";
import { defaultDataFolder, readSettings } from "./settings.ts";

const read = (environment: Record<string, string>) =>
  readSettings({ HOME: "/people/ada", ...environment }, "linux");

describe("readSettings", () => {
  it("runs on loopback, port 3000, in the platform's folder, when nothing is said", () => {
    expect(read({})).toEqual({
      host: "127.0.0.1",
      port: 3_000,
      dataFolder: "/people/ada/.local/share/signalbox",
      catalogPath: null,
      defaultRuntime: "claude_code",
      lanOpen: false,
      boardOpenOnLan: false,
      hostNames: ["127.0.0.1"],
      agentThreads: null,
      archiveEveryMs: 600_000,
      contentSearch: { budgetMs: 20_000, chunk: 100 },
      smallModel: true,
      elicitationMs: 3_600_000,
      gitHub: { token: null, apiUrl: "https://api.github.com" },
      owner: { name: null, email: null },
    });
  });

  it.each([
    ["takes a port", { SERVICE_PORT: "8080" }, { port: 8_080 }],
    [
      "lets a question wait as long as is said",
      { SERVICE_ELICITATION_MINUTES: "5" },
      { elicitationMs: 300_000 },
    ],
    ["asks no small model when told so", { SERVICE_SMALL_MODEL: "off" }, { smallModel: false }],
    ["takes port 0 for any free one", { SERVICE_PORT: "0" }, { port: 0 }],
    [
      "takes blanks for nothing said",
      { SERVICE_PORT: " ", SERVICE_CATALOG: "" },
      { port: 3_000, catalogPath: null },
    ],
    [
      "cuts space off",
      { SERVICE_PORT: " 81 ", SERVICE_CATALOG: " /air.json " },
      { port: 81, catalogPath: "/air.json" },
    ],
    ["makes the data folder absolute", { SERVICE_DATA_DIR: "/data/../other" }, { dataFolder: "/other" }],
    ["opens to the network beyond loopback", { SERVICE_HOST: "0.0.0.0" }, { lanOpen: true }],
    ["stays closed on localhost", { SERVICE_HOST: "localhost" }, { lanOpen: false }],
    ["stays closed on the loopback of version 6", { SERVICE_HOST: "::1" }, { lanOpen: false }],
    ["opens the board only on a 1", { SERVICE_WEB_OPEN_ON_LAN: "1" }, { boardOpenOnLan: true }],
    ["keeps the board closed on another word", { SERVICE_WEB_OPEN_ON_LAN: "yes" }, { boardOpenOnLan: false }],
    [
      "takes GitHub's token from either variable, and where GitHub is",
      { GITHUB_TOKEN: " ", GH_TOKEN: "of-gh", SERVICE_GITHUB_API_URL: "https://git.example/api/v3/" },
      { gitHub: { token: "of-gh", apiUrl: "https://git.example/api/v3" } },
    ],
    ["takes the number of agent threads", { SERVICE_AGENT_THREADS: "100" }, { agentThreads: 100 }],
    [
      "takes the name of the person at the machine",
      { SERVICE_OWNER_NAME: " Ada ", SERVICE_OWNER_EMAIL: "Ada@Example.org" },
      { owner: { name: "Ada", email: "Ada@Example.org" } },
    ],
    [
      "takes the budget of a content search, in fractions too",
      { SERVICE_CONTENT_SEARCH_BUDGET_SECONDS: "0.25", SERVICE_CONTENT_SEARCH_CHUNK_SIZE: "7" },
      { contentSearch: { budgetMs: 250, chunk: 7 } },
    ],
    ["takes another runtime as default", { SERVICE_DEFAULT_RUNTIME: "pi" }, { defaultRuntime: "pi" }],
    [
      "knows its names, from addresses and bare ones",
      {
        APP_HOST: "Board.Example:8443",
        SERVICE_PROD_BASE_URL: "https://other.example/base",
        SERVICE_HOST: "::1",
      },
      { hostNames: ["board.example", "other.example"] },
    ],
  ])("%s", (_title, environment, expected) => {
    expect(read(environment)).toMatchObject(expected);
  });

  it.each([
    ["SERVICE_PORT", "http"],
    ["SERVICE_PORT", "-1"],
    ["SERVICE_PORT", "65536"],
    ["SERVICE_PORT", "3000.5"],
    ["SERVICE_GITHUB_API_URL", "api.github.com"],
    ["SERVICE_AGENT_THREADS", "0"],
    ["SERVICE_AGENT_THREADS", "101"],
    ["SERVICE_AGENT_THREADS", "many"],
    ["SERVICE_CONTENT_SEARCH_BUDGET_SECONDS", "-1"],
    ["SERVICE_CONTENT_SEARCH_BUDGET_SECONDS", "3601"],
    ["SERVICE_CONTENT_SEARCH_BUDGET_SECONDS", "soon"],
    ["SERVICE_CONTENT_SEARCH_CHUNK_SIZE", "0"],
  ])("refuses %s=%s and names both", (name, value) => {
    expect(() => read({ [name]: value })).toThrow(
      expect.objectContaining({
        label: "Invalid setting",
        message: expect.stringMatching(`^${name} .*"${value}"$`),
      }),
    );
  });
});

describe("defaultDataFolder", () => {
  it.each([
    ["linux", { HOME: "/h" }, "/h/.local/share/signalbox"],
    ["linux", { HOME: "/h", XDG_DATA_HOME: "/x" }, "/x/signalbox"],
    ["linux", { HOME: "/h", XDG_DATA_HOME: " " }, "/h/.local/share/signalbox"],
    ["darwin", { HOME: "/h" }, "/h/Library/Application Support/Signalbox"],
    ["win32", { HOME: "/h", APPDATA: "/roaming" }, "/roaming/Signalbox"],
    ["win32", { HOME: "/h" }, "/h/AppData/Roaming/Signalbox"],
  ])("on %s with %o is %s", (platform, environment, expected) => {
    expect(defaultDataFolder(environment, platform)).toBe(expected);
  });
});
