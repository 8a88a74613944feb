import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import type { ClockChange } from "../../server/domains/installation/clock-changes/model.ts";
import { clientsOf } from "../e2e/crash/clients.ts";
import { signInBrowser } from "../support/board.ts";
import { atRest } from "../support/service.ts";
import { makeTestFolder } from "../support/test-folder.ts";
import { fakeTime } from "./support/fake-time.ts";
import { type FaultyService, startFaultyService } from "./support/faulty-service.ts";

const dayMs = 24 * 3_600_000;

const newLink = (service: FaultyService): string => {
  const { stdout, stderr } = service.run(["open", "--print"]);
  return /https?:\S+/.exec(stdout)?.[0] ?? expect.unreachable(stderr);
};

it.for([
  { title: "ahead by 400 days", offset: "+400d", byMs: 400 * dayMs, says: "the clock was set ahead" },
  { title: "back by three hours", offset: "-3h", byMs: -dayMs / 8, says: "the clock was set back" },
])(
  "keeps sign-ins, links, keys and the trash when the clock is set $title, and says it once",
  async ({ offset, byMs, says }, context) => {
    await using folder = await makeTestFolder();
    const time = fakeTime(context, folder.path);
    await using service = await startFaultyService({ folder: folder.path, environment: time.environment });
    const git_root = await service.repository();
    const { keyed } = clientsOf({ dataFolder: service.dataFolder, apiKey: service.key });
    const create = () =>
      keyed<{ session: { id: number; trash_after: string } }>(service.url, "one-key", {
        path: "/sessions",
        body: { git_root, prompt: "#script say Done." },
      });
    const { id } = (await create()).body.session;
    await service.waitFor(id, atRest);
    const archived = await service.call<{ trash_after: string }>("POST", `/sessions/${id}/archive`);
    expect(archived.status).toBe(200);
    const { headers } = await signInBrowser(service.url, newLink(service));
    const board = <T>(method: string, path: string) =>
      service.call<T>(method, `/ui/v1${path}`, undefined, { key: null, headers });
    const link = newLink(service);

    time.set(offset);
    await expect.poll(() => readFileSync(service.logFile, "utf8")).toContain(says);
    expect(readFileSync(service.logFile, "utf8").split("the clock was set")).toHaveLength(2);
    await signInBrowser(service.url, link);
    await expect(signInBrowser(service.url, link)).rejects.toThrow("Not signed in");
    // The same key is still the same request, and the trash is as full as before.
    const again = await create();
    expect(again.headers.get("idempotent-replayed")).toBe("true");
    expect(again.body.session.id).toBe(id);
    const kept = await service.call<{ session: { status: string } }>("GET", `/sessions/${id}`);
    expect(kept.body.session.status).toBe("archived");
    const restored = await service.call("POST", `/sessions/${id}/unarchive`);
    expect(restored.status).toBe(200);
    const followUp = await service.call("POST", `/sessions/${id}/follow_up`, {
      prompt: "#script say Again.",
    });
    expect(followUp.status).toBe(200);
    await service.waitFor(id, atRest);

    const { body: change } = await board<ClockChange>("GET", "/clock_change");
    expect(Math.abs(change.by_ms - byMs)).toBeLessThan(10_000);
    await board("DELETE", "/clock_change");
    expect(await board("GET", "/clock_change")).toMatchObject({ status: 200, body: { changed_at: null } });
  },
);
