import { describe, expect, it } from "vitest";
import { silentLog } from "../../../../test/support/database.ts";
import type { JobResult } from "../../../jobs/definition.ts";
import { jobQueue } from "../../../jobs/queue.ts";
import { appSettingService } from "../../owner/app-settings/index.ts";
import { openSessionBed } from "../../sessions/sessions/session-test-bed.ts";
import {
  type Announcing,
  announcing,
  notificationService,
  preferenceService,
  registerAnnouncingJobs,
} from "./index.ts";

type Payload = { id?: number; from?: number } & Parameters<Announcing["notify"]>[0];

/** An inbox with its announcing; the test runs the jobs when they are due. */
async function openAnnouncing() {
  const bed = await openSessionBed();
  const { database, clock, sessions } = bed;
  const jobs = jobQueue({ sql: database.sql, clock, log: silentLog, boot: "boot-1" });
  const preferences = preferenceService(appSettingService({ database, clock }));
  const summaries = new Map<number, { text: string; at: number }>();
  const delivered: string[] = [];
  let ids = 0;
  const announcements = announcing({
    database,
    clock,
    jobs,
    redact: (text) => text,
    sessions,
    preferences,
    summarySince(id, since) {
      const summary = summaries.get(id);
      return summary && summary.at >= since ? summary.text : null;
    },
    deliver: (channel, { title, body }) => void delivered.push(`${channel}: ${title}: ${body}`),
  });
  registerAnnouncingJobs(jobs, announcements);
  const inbox = notificationService({
    database,
    clock,
    jobs,
    sessions,
    attentionOf: () => undefined,
    newId: () => `id-${++ids}`,
    redact: (text) => text,
    added: announcements.added,
    changed: () => {},
  });
  const due = database.sql.prepare<[number], { id: number; kind: string; payload: string }>(
    "SELECT id, kind, payload FROM jobs WHERE kind LIKE 'notification.%' AND run_at <= ? ORDER BY id",
  );
  return {
    ...bed,
    inbox,
    announcements,
    preferences,
    summaries,
    delivered,
    onDesktop: () => delivered.filter((line) => line.startsWith("desktop")),
    /** Advances the clock and runs the jobs that are due then. */
    pass(ms: number): void {
      clock.at += ms;
      for (const { id, kind, payload } of due.all(clock.at)) {
        const { id: entry, from, ...notice } = JSON.parse(payload) as Payload;
        if (kind === "notification.announce") announcements.announce(entry ?? 0);
        let again: JobResult;
        if (kind === "notification.digest") again = announcements.announceFrom(from ?? 0);
        if (kind === "notification.notice") again = announcements.announceNotice(notice);
        if (again === undefined) jobs.remove(id);
      }
    },
  };
}

describe("an announcement", () => {
  it("goes to every channel at once, with the session's title", async () => {
    await using bed = await openAnnouncing();
    const id = bed.addSession({ title: "Greeter" });
    bed.inbox.push({ session_id: id, message: "Look at the plan" });
    bed.pass(0);
    expect(bed.delivered).toEqual(
      ["desktop", "web_push", "phone"].map((channel) => `${channel}: Greeter: Look at the plan`),
    );
  });

  it("goes only to the chosen channels", async () => {
    await using bed = await openAnnouncing();
    const { types, quiet_hours } = bed.preferences.current();
    const push = { desktop: false, web_push: true, phone: false };
    bed.preferences.save({ types: { ...types, push }, quiet_hours });
    bed.inbox.push({ session_id: bed.addSession(), message: "Look" });
    bed.pass(0);
    expect(bed.delivered).toEqual(["web_push: A session: Look"]);
  });

  it("of what concerns no session goes to the channels chosen for messages", async () => {
    await using bed = await openAnnouncing();
    const { types, quiet_hours } = bed.preferences.current();
    const push = { desktop: true, web_push: true, phone: false };
    bed.preferences.save({ types: { ...types, push }, quiet_hours });
    bed.announcements.notify({ message: "The budget is used up", url: "/costs", tag: "budget" });
    bed.pass(0);
    const announced = ["desktop", "web_push"].map(
      (channel) => `${channel}: Signalbox: The budget is used up`,
    );
    expect(bed.delivered).toEqual(announced);
  });

  it("of a session that needs input waits 30 seconds longer than the inbox, and contains its summary", async () => {
    await using bed = await openAnnouncing();
    const [one, two] = [bed.addSession({ needsInputCount: 1 }), bed.addSession({ needsInputCount: 1 })];
    bed.summaries.set(one, { text: "The plan is ready.", at: bed.clock.at });
    bed.summaries.set(two, { text: "Written long ago.", at: bed.clock.at - 60_000 });
    for (const id of [one, two]) bed.inbox.addNeedsInput(id, 1);
    bed.pass(29_999);
    expect(bed.delivered).toEqual([]);
    bed.pass(1);
    expect(bed.onDesktop()).toEqual([
      "desktop: A session: The plan is ready.",
      'desktop: A session: "A session" needs your input',
    ]);
  });

  it("is not sent for an entry that was read, dismissed or made stale meanwhile", async () => {
    await using bed = await openAnnouncing();
    const id = bed.addSession({ status: "running" });
    bed.inbox.push({ session_id: id, message: "Read" });
    bed.inbox.markAllRead();
    bed.inbox.push({ session_id: id, message: "Dismissed" });
    bed.inbox.markAllRead();
    bed.inbox.dismissAllRead();
    bed.pass(0);
    expect(bed.delivered).toEqual([]);
  });

  it("is not repeated for the same message within 15 minutes", async () => {
    await using bed = await openAnnouncing();
    const [id, other] = [bed.addSession(), bed.addSession()];
    const say = (session_id: number) => bed.inbox.push({ session_id, message: "Done" });
    say(id);
    say(id);
    say(other);
    bed.pass(0);
    expect(bed.onDesktop()).toHaveLength(2);
    bed.pass(15 * 60_000 + 1);
    say(id);
    bed.pass(0);
    expect(bed.onDesktop()).toHaveLength(3);
  });
});

describe("many at once", () => {
  it("are announced one by one up to five, and the others together", async () => {
    await using bed = await openAnnouncing();
    const id = bed.addSession();
    for (let n = 1; n <= 8; n++) bed.inbox.push({ session_id: id, message: `News ${n}` });
    bed.pass(0);
    expect(bed.onDesktop()).toHaveLength(5);
    bed.pass(60_000);
    expect(bed.onDesktop().slice(5)).toEqual(["desktop: 3 new in your inbox: 3 messages"]);
  });
});

describe("quiet hours", () => {
  it("delay announcements until their end, when all unread entries are announced together", async () => {
    await using bed = await openAnnouncing();
    const { types } = bed.preferences.current();
    bed.preferences.save({
      types,
      quiet_hours: { on: true, from: "11:00", to: "13:00", time_zone: "UTC" },
    });
    const id = bed.addSession();
    for (const message of ["One", "Two", "Three"]) bed.inbox.push({ session_id: id, message });
    bed.announcements.notify({ message: "The budget is used up", url: "/costs", tag: "budget" });
    bed.pass(0);
    bed.pass(30 * 60_000);
    expect([bed.delivered, bed.inbox.pendingCount()]).toEqual([[], 3]);
    const [, , oldest] = bed.inbox.list({ page: 1, per_page: 25 }).notifications;
    bed.inbox.markRead(oldest?.id ?? 0);
    bed.pass(30 * 60_000);
    const notice = "desktop: Signalbox: The budget is used up";
    expect(bed.onDesktop().toSorted()).toEqual(["desktop: 2 new in your inbox: 2 messages", notice]);
  });

  it("are refused for an unknown time zone", async () => {
    await using bed = await openAnnouncing();
    const { types, quiet_hours } = bed.preferences.current();
    const save = () =>
      bed.preferences.save({ types, quiet_hours: { ...quiet_hours, time_zone: "Mars/Olympus" } });
    expect(save).toThrow('There is no time zone "Mars/Olympus"');
  });
});
