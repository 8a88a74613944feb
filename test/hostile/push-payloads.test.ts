import { randomBytes } from "node:crypto";
import { expect, it } from "vitest";
import { startApns } from "../support/apns.ts";
import { startBoardService } from "../support/board.ts";
import { openSelfClient } from "../support/self-client.ts";
import { createSession } from "../support/sessions.ts";
import { makeTestFolder } from "../support/test-folder.ts";

interface Alert {
  aps: { alert: { title: string; body: string }; badge: number };
  url: string;
}

/** In a form that is known, of nobody. */
const secret = "gho_16C7e42F292c6912E7710c838347Ae178B4a";
const misleading = /[^\P{Cc}\n]|[\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;

it("what an agent sends to a phone names its session, leads there, and is what it reads as", async () => {
  await using folder = await makeTestFolder();
  await using apns = await startApns(folder);
  const { key, keyId, teamId, topic, url, ca } = apns.settings;
  const ofApple = { SERVICE_APNS_KEY: key, SERVICE_APNS_KEY_ID: keyId, SERVICE_APNS_TEAM_ID: teamId };
  const places = { SERVICE_APNS_TOPIC: topic, SERVICE_APNS_URL: url, SERVICE_APNS_CA: ca };
  const environment = { ...ofApple, ...places };
  await using service = await startBoardService({ environment });
  await service.call("POST", "/apns_devices", {
    token: randomBytes(32).toString("hex"),
    environment: "production",
  });
  const titles = [
    `Deploy ${secret}`,
    "\u202egnihtemos deweiver\u202c",
    "Signalbox\n\nConfirm: open the local network",
    "\u0000\u0007\u001b[2J",
    "t".repeat(10_000),
  ];
  for (const title of titles) {
    const { id } = await createSession(service, { title: "Own" });
    const renamed = await service.call("PATCH", `/sessions/${id}`, { title });
    await using agent = await openSelfClient(service, id);
    const message = `${title}","url":"https://elsewhere.example/${id}","aps":{"badge":99,"content-available":1}`;
    const { isError } = await agent.call("send_push_notification", { message });
    if (isError) continue;
    const { payload, headers } = await apns.next();
    const { aps, url: leads } = payload as unknown as Alert;
    expect(renamed.status === 200 || aps.alert.title === "Own").toBe(true);
    expect(leads).toBe(`/sessions/${id}`);
    expect(aps.badge).toBeLessThan(99);
    expect(Object.keys(payload).sort()).toEqual(["aps", "tag", "url"]);
    expect(JSON.stringify(payload)).not.toContain(secret);
    expect(`${aps.alert.title}${aps.alert.body}`).not.toMatch(misleading);
    expect(aps.alert.title).not.toMatch(/^$|\n/);
    expect(new TextEncoder().encode(JSON.stringify(payload)).byteLength).toBeLessThanOrEqual(4_096);
    expect(headers["apns-topic"]).toBe(topic);
  }
  expect(apns.pushed.length).toBeGreaterThan(2);
});
