import { describe, expect, it } from "vitest";
import { bedForEachTest, type CodeHostBed, labels, opened } from "./code-host-test-bed.ts";

let bed: CodeHostBed;
bedForEachTest((made) => void (bed = made));

const minute = 60_000;
const started = (id: number): number => bed.startedBy(id).length;
const problemOf = (id: number) => bed.problemOf(id);

describe("a code host that changes while it is read", () => {
  it("loses nothing when an item changes while the pages are read", async () => {
    const id = bed.make(opened());
    bed.clock.at += minute;
    const items = Array.from({ length: 150 }, (_, n) => {
      bed.clock.at += 1_000;
      return bed.issues.open("acme/site", n + 1);
    });
    let moved = 0;
    bed.issues.asked = () => {
      // Before every page but the first.
      const item = moved++ === 0 ? undefined : items[moved];
      if (item) bed.issues.touch(item);
    };
    await bed.poll(2 * 60 * minute);
    bed.issues.asked = () => undefined;
    await bed.poll();
    await bed.settle(minute);
    expect(bed.trigger(id).sessions_created_count).toBe(150);
  });

  it.each([false, true])(
    "is read on with a repository that was renamed, and with the others (a search follows names: %s)",
    async (followsNames) => {
      const ids = [bed.make(opened()), bed.make(labels()), bed.make(opened({ repos: ["acme/other"] }))];
      bed.clock.at += minute;
      const item = bed.issues.open("acme/site", 1);
      await bed.poll();
      bed.issues.followsNames = followsNames;
      bed.issues.renamed.set("acme/site", "acme/website");
      bed.issues.items.clear();
      bed.issues.items.set("acme/website#1", Object.assign(item, { repository: "acme/website" }));
      bed.clock.at += minute;
      bed.issues.label(item, "fix");
      bed.issues.open("acme/website", 2);
      bed.issues.open("acme/other", 3);
      await bed.poll(11 * minute);
      await bed.poll(11 * minute);
      expect(ids.map(started)).toEqual([2, 1, 1]);
      expect(ids.map(problemOf)).toEqual([null, null, null]);
    },
  );

  it("does not fire a condition that is given other labels while the times of its own are asked for", async () => {
    const id = bed.make(labels());
    const [condition] = bed.trigger(id).conditions;
    bed.clock.at += minute;
    bed.issues.label(bed.issues.open("acme/site", 1), "fix");
    const configuration = { repos: ["acme/site"], target: "issue", labels: ["later"] };
    bed.issues.asked = (path) => {
      if (path.endsWith("/events"))
        bed.triggers.update(id, { conditions: [{ id: condition?.id, configuration }] });
    };
    await bed.poll();
    expect(started(id)).toBe(0);
  });

  it("goes on after an item that is gone", async () => {
    const id = bed.make(labels());
    const items = [1, 2].map((number) => bed.issues.open("acme/site", number));
    bed.clock.at += minute;
    for (const item of items) bed.issues.label(item, "fix");
    if (items[0]) bed.issues.gone.add(items[0]);
    await bed.poll();
    expect([started(id), problemOf(id)]).toEqual([1, null]);
  });
});
