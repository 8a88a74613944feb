import { describe, expect, it } from "vitest";
import { defaultDataFolder } from "./lib/data-folder.ts";
import { readSettings } from "./settings.ts";

const read = (environment: Record<string, string>) =>
  readSettings({ HOME: "/people/ada", ...environment }, "linux");

describe("readSettings", () => {
  it("runs on loopback, port 3000, in the platform's folder, by default", () => {
    expect(read({})).toEqual({
      host: "127.0.0.1",
      port: 3_000,
      dataFolder: "/people/ada/.local/share/signalbox",
      catalogPath: null,
      quickRouterRoot: "router",
      defaultRuntime: "claude_code",
      lanOpen: false,
      live: { key: null, root: "live", url: "https://api.openai.com/v1" },
      lan: { host: null, port: 3_443 },
      boardOpenTo: "nobody",
      origin: null,
      hostNames: ["127.0.0.1"],
      agentThreads: null,
      agentLimits: { processes: null, memoryBytes: null, diskBytes: null },
      minFreeBytes: null,
      metricsKey: null,
      apns: { key: null, keyId: null, teamId: null, topic: null, url: null, ca: null },
      archiveEveryMs: 600_000,
      cloneSilenceMs: 120_000,
      silenceLimits: { startMs: 300_000, thinkingMs: 1_800_000, toolMs: 14_400_000 },
      contentSearch: { budgetMs: 20_000, chunk: 100 },
      sandbox: null,
      sandboxGrants: ["git"],
      smallModel: true,
      tracesEndpoint: null,
      secretStore: "auto",
      elicitationMs: 3_600_000,
      gitHub: { token: null, apiUrl: "https://api.github.com" },
      ingest: { chat: { mode: "poll", secret: null }, codeHost: { mode: "poll", secret: null } },
      chat: { token: null, apiUrl: null, bridgeUrl: null, bridgePeople: new Map() },
      privateHosts: [],
      mcpClientMetadataUrl: null,
      editors: { editor: null, terminal: null },
      owner: { name: null, email: null },
      webSignIn: {
        clientId: null,
        clientSecret: null,
        allowedDomains: [],
        issuer: "https://accounts.google.com",
        secondFactor: "required",
        signInDays: 90,
        trustedBrowserDays: 365,
        resetBefore: null,
      },
    });
  });

  it.each([
    [
      "takes hosts of private networks in any case",
      { SERVICE_ALLOW_PRIVATE_HOSTS: "Git.Corp.test, 10.0.0.5:8443,," },
      { privateHosts: ["git.corp.test", "10.0.0.5:8443"] },
    ],
    [
      "takes programs as words",
      { SERVICE_EDITOR: " code  -n ", SERVICE_TERMINAL: "kitty --directory={path}" },
      { editors: { editor: ["code", "-n"], terminal: ["kitty", "--directory={path}"] } },
    ],
    ["takes the level of the sandbox", { SERVICE_SANDBOX: "workspace" }, { sandbox: "workspace" }],
    ["takes its strictest level", { SERVICE_SANDBOX: "strict" }, { sandbox: "strict" }],
    [
      "takes limits of agents",
      { SERVICE_AGENT_PROCESSES: "512", SERVICE_AGENT_MEMORY_MB: "2048", SERVICE_AGENT_DISK_MB: "1" },
      { agentLimits: { processes: 512, memoryBytes: 2 * 1024 ** 3, diskBytes: 1024 ** 2 } },
    ],
    ["takes no grant", { SERVICE_SANDBOX_GRANTS: "" }, { sandboxGrants: [] }],
    ["takes several grants", { SERVICE_SANDBOX_GRANTS: "git, docker" }, { sandboxGrants: ["git", "docker"] }],
    ["takes a port", { SERVICE_PORT: "8080" }, { port: 8_080 }],
    ["takes how long a question waits", { SERVICE_ELICITATION_MINUTES: "5" }, { elicitationMs: 300_000 }],
    ["turns the small model off", { SERVICE_SMALL_MODEL: "off" }, { smallModel: false }],
    [
      "takes the host and port of the local network listener",
      { SERVICE_LAN_HOST: "192.168.1.20", SERVICE_LAN_PORT: "8443" },
      { lan: { host: "192.168.1.20", port: 8_443 } },
    ],
    ["takes port 0 for any free port", { SERVICE_PORT: "0" }, { port: 0 }],
    [
      "treats blank values as unset",
      { SERVICE_PORT: " ", SERVICE_CATALOG: "" },
      { port: 3_000, catalogPath: null },
    ],
    [
      "trims white space",
      { SERVICE_PORT: " 81 ", SERVICE_CATALOG: " /air.json " },
      { port: 81, catalogPath: "/air.json" },
    ],
    ["makes the data folder absolute", { SERVICE_DATA_DIR: "/data/../other" }, { dataFolder: "/other" }],
    ["is open to the local network beyond loopback", { SERVICE_HOST: "0.0.0.0" }, { lanOpen: true }],
    ["stays closed on localhost", { SERVICE_HOST: "localhost" }, { lanOpen: false }],
    ["stays closed on the IPv6 loopback", { SERVICE_HOST: "::1" }, { lanOpen: false }],
    ["opens the board to this machine", { SERVICE_WEB_OPEN: "1" }, { boardOpenTo: "machine" }],
    ["opens the board to the network", { SERVICE_WEB_OPEN_ON_LAN: "1" }, { boardOpenTo: "network" }],
    [
      "keeps the board closed for 0",
      { SERVICE_WEB_OPEN_ON_LAN: "0", SERVICE_WEB_OPEN: "0" },
      { boardOpenTo: "nobody" },
    ],
    [
      "takes GitHub's token from either variable, and GitHub's address",
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
      "takes the budget of a content search, fractions included",
      { SERVICE_CONTENT_SEARCH_BUDGET_SECONDS: "0.25", SERVICE_CONTENT_SEARCH_CHUNK_SIZE: "7" },
      { contentSearch: { budgetMs: 250, chunk: 7 } },
    ],
    ["takes another default runtime", { SERVICE_DEFAULT_RUNTIME: "pi" }, { defaultRuntime: "pi" }],
    [
      "uses the base address without its path and trailing slash",
      { SERVICE_PROD_BASE_URL: "https://Board.example/base/", APP_HOST: "other.example" },
      { origin: "https://board.example" },
    ],
    [
      "reads how people sign in",
      {
        SERVICE_WEB_AUTH_GOOGLE_CLIENT_ID: " id ",
        SERVICE_WEB_AUTH_GOOGLE_CLIENT_SECRET: "secret",
        SERVICE_WEB_AUTH_ALLOWED_DOMAINS: "Corp.test, ,other.test,",
        SERVICE_WEB_AUTH_ISSUER: "https://idp.example/",
        SERVICE_WEB_AUTH_SECOND_FACTOR: "off",
        SERVICE_WEB_AUTH_SESSION_DAYS: "7",
        SERVICE_WEB_AUTH_TRUSTED_BROWSER_DAYS: "30",
        SERVICE_WEB_AUTH_RESET_BEFORE: "2026-11-21T09:00:00Z",
      },
      {
        webSignIn: {
          clientId: "id",
          clientSecret: "secret",
          allowedDomains: ["corp.test", "other.test"],
          issuer: "https://idp.example",
          secondFactor: "off",
          signInDays: 7,
          trustedBrowserDays: 30,
          resetBefore: Date.UTC(2026, 10, 21, 9),
        },
      },
    ],
    ["reaches a host by https", { APP_HOST: "board.example" }, { origin: "https://board.example" }],
    ["reaches localhost by http", { APP_HOST: "localhost:3000" }, { origin: "http://localhost:3000" }],
    [
      "knows people of the bridge by the digits of their numbers",
      { SERVICE_CHAT_BRIDGE_PEOPLE: "+49 (151) 12-34=Ada@Example.com, 4922=bob@example.com" },
      {
        chat: {
          bridgePeople: new Map([
            ["491511234", "ada@example.com"],
            ["4922", "bob@example.com"],
          ]),
        },
      },
    ],
    [
      "takes host names from addresses and from bare names",
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
    ["SERVICE_LAN_PORT", "lan"],
    ["SERVICE_PORT", "3000.5"],
    ["SERVICE_GITHUB_API_URL", "api.github.com"],
    ["SERVICE_AGENT_THREADS", "0"],
    ["SERVICE_AGENT_THREADS", "101"],
    ["SERVICE_AGENT_THREADS", "many"],
    ["SERVICE_CONTENT_SEARCH_BUDGET_SECONDS", "-1"],
    ["SERVICE_CONTENT_SEARCH_BUDGET_SECONDS", "3601"],
    ["SERVICE_CONTENT_SEARCH_BUDGET_SECONDS", "soon"],
    ["SERVICE_CONTENT_SEARCH_CHUNK_SIZE", "0"],
    ["SERVICE_WEB_AUTH_ISSUER", "accounts.google.com"],
    ["SERVICE_WEB_AUTH_SECOND_FACTOR", "maybe"],
    ["SERVICE_WEB_AUTH_SESSION_DAYS", "0"],
    ["SERVICE_WEB_AUTH_RESET_BEFORE", "yesterday"],
    ["SERVICE_AGENT_PROCESSES", "0"],
    ["SERVICE_AGENT_MEMORY_MB", "half"],
    ["SERVICE_AGENT_DISK_MB", "-1"],
    ["SERVICE_SANDBOX", "Strict"],
    ["SERVICE_SANDBOX", "none"],
    ["SERVICE_CHAT_BRIDGE_PEOPLE", "49151"],
    ["SERVICE_SANDBOX_GRANTS", "everything"],
    ["SERVICE_HOST", "-box"],
    ["SERVICE_WEB_OPEN", "true"],
  ])("refuses %s=%s and names both", (name, value) => {
    expect(() => read({ [name]: value })).toThrow(
      expect.objectContaining({
        label: "Invalid setting",
        message: expect.stringMatching(`^${name} must be .*, not "${value}"\\. Correct or remove it\\.$`),
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
