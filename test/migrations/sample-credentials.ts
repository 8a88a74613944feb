import {
  accountLoans,
  accountLogins,
  accountReadings,
  accountRotations,
  apiKeys,
  apnsDevices,
  appSettings,
  browserSignIns,
  devicePairings,
  externalApps,
  externalAppTriggers,
  inferenceAccounts,
  mcpConnections,
  mcpSignIns,
  oauthArtifacts,
  oauthGrants,
  pairedDevices,
  triggerConditions,
  triggerSessions,
  triggers,
  webAccounts,
  webPushSubscriptions,
  webRecoveryCodes,
  webSignIns,
  webTrustedBrowsers,
} from "../../server/compose/schema.ts";
import type { Database } from "../../server/db/open.ts";

const at = Date.UTC(2026, 1, 20, 8);
const digestOf = (first: string): string => first.padEnd(64, "0");

/** Who may do what: keys, plugins and their triggers, connections, sign-ins, devices. After the sessions. */
export function fillCredentials({ db }: Database): void {
  db.insert(triggers)
    .values({
      id: 1,
      name: "Deploys",
      agentRootName: "web",
      promptTemplate: "Look at {{text|untrusted}}",
      maxSessionsPerMinute: 3,
      createdAt: at,
      updatedAt: at,
    })
    .run();
  const condition = { conditionType: "schedule", configuration: { interval: 1, unit: "hours" } };
  db.insert(triggerConditions)
    .values({ triggerId: 1, ...condition, createdAt: at })
    .run();
  db.insert(triggerSessions).values({ triggerId: 1, sessionId: 1, kind: "spawned", createdAt: at }).run();
  db.insert(externalApps).values({ id: 1, name: "Status page", createdAt: at, updatedAt: at }).run();
  db.insert(externalAppTriggers).values({ externalAppId: 1, triggerId: 1 }).run();
  db.insert(apiKeys)
    .values({
      name: "Status page, key 1",
      source: "minted",
      grant: "external_app",
      externalAppId: 1,
      digest: digestOf("a"),
      createdAt: at,
    })
    .run();
  db.insert(appSettings).values({ key: "notifications", value: '{"desktop":true}', updatedAt: at }).run();
  fillConnections({ db });
  fillSignIns({ db });
}

function fillConnections({ db }: Pick<Database, "db">): void {
  const grant = {
    clientId: "signalbox",
    clientName: "Signalbox",
    firstParty: true,
    registration: "published",
    userEmail: "ada@example.com",
    userName: "Ada",
    privilege: "act_as_human",
    createdAt: at,
  } as const;
  db.insert(oauthGrants)
    .values({ id: 1, grantKey: "grant-1", ...grant })
    .run();
  db.insert(oauthArtifacts)
    .values({
      model: "AccessToken",
      key: digestOf("b"),
      payload: { clientId: "signalbox" },
      grantKey: "grant-1",
      expiresAt: at + 3_600_000,
      createdAt: at,
    })
    .run();
  db.insert(apnsDevices)
    .values({ token: digestOf("c"), environment: "sandbox", grantId: 1, createdAt: at, updatedAt: at })
    .run();
  db.insert(webPushSubscriptions)
    .values({ endpoint: "https://push.invalid/1", p256dh: "key", auth: "secret", grantId: 1, createdAt: at })
    .run();
  db.insert(devicePairings)
    .values({ digest: digestOf("d"), privilege: "act_as_human", createdAt: at, expiresAt: at + 300_000 })
    .run();
  db.insert(pairedDevices)
    .values({ grantId: 1, name: "Phone", digest: digestOf("e"), createdAt: at, lastUsedAt: at })
    .run();
  fillAccounts(db);
  const server = {
    serverUrl: "https://mcp.invalid",
    serverName: "portal",
    issuer: "https://mcp.invalid",
  };
  db.insert(mcpConnections)
    .values({ ...server, clientId: "client", status: "connected", createdAt: at, updatedAt: at })
    .run();
  db.insert(mcpSignIns)
    .values({
      ...server,
      state: digestOf("f"),
      sealed: "sealed",
      returnTo: "/",
      createdAt: at,
      expiresAt: at + 900_000,
    })
    .run();
}

function fillAccounts(db: Database["db"]): void {
  const account = { accountId: 1, email: "ada@example.com", runtime: "claude_code" };
  db.insert(inferenceAccounts)
    .values({
      runtime: "claude_code",
      email: "ada@example.com",
      emailKey: "ada@example.com",
      priority: 0,
      isCurrent: true,
      kind: "sign_in",
      place: "stored",
      status: "active",
      createdAt: at,
      updatedAt: at,
    })
    .run();
  const window = { utilization: 0.25, resetAt: at + 3_600_000, status: "allowed" };
  db.insert(accountReadings)
    .values({ ...account, takenAt: at, trigger: "refresh", plan: "max", fiveHour: window, sevenDay: null })
    .run();
  db.insert(accountRotations)
    .values({
      runtime: "claude_code",
      at,
      toId: 1,
      toEmail: "ada@example.com",
      reason: "manual",
      source: "manual",
      triggeredBy: "the board",
    })
    .run();
  db.insert(accountLoans)
    .values({ sessionId: 1, accountId: 1, lent: digestOf("6"), lentAt: at })
    .run();
  db.insert(accountLogins)
    .values({ ...account, status: "succeeded", createdAt: at, expiresAt: at + 840_000, endedAt: at })
    .run();
}

function fillSignIns({ db }: Pick<Database, "db">): void {
  db.insert(browserSignIns)
    .values({
      kind: "browser",
      cookieDigest: digestOf("4"),
      publicKey: "5",
      keyPlace: "127.0.0.1:3000 3000",
      browser: "Firefox on Linux",
      createdAt: at,
      lastUsedAt: at,
    })
    .run();
  db.insert(webAccounts)
    .values({
      id: 1,
      issuer: "https://accounts.invalid",
      subject: "1",
      email: "ada@example.com",
      name: "Ada",
      createdAt: at,
    })
    .run();
  db.insert(webRecoveryCodes)
    .values({ accountId: 1, digest: digestOf("1") })
    .run();
  const browser = { accountId: 1, browser: "Firefox", createdAt: at };
  db.insert(webSignIns)
    .values({ ...browser, digest: digestOf("2"), completedAt: at, lastUsedAt: at })
    .run();
  db.insert(webTrustedBrowsers)
    .values({ ...browser, digest: digestOf("3"), expiresAt: at + 86_400_000 })
    .run();
}
