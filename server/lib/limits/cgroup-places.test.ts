import { expect, it } from "vitest";
import { cgroupPlaces, countIn } from "./cgroup-places.ts";

const v1 = (root = "/") => `
32 31 0:28 ${root} /sys/fs/cgroup/memory rw,relatime shared:9 - cgroup cgroup rw,memory
33 31 0:29 ${root} /sys/fs/cgroup/pids rw,relatime - cgroup cgroup rw,pids`;
const v2 = (at: string, root = "/") => `\n30 23 0:26 ${root} ${at} rw,nosuid - cgroup2 cgroup2 rw,nsdelegate`;

it.each([
  ["no cgroups", { own: "", mounts: "22 1 8:1 / / rw - ext4 /dev/sda1 rw" }, []],
  [
    "a desktop",
    { own: "0::/user.slice/user-1000.slice/app.scope\n", mounts: v2("/sys/fs/cgroup") },
    [[2, "/sys/fs/cgroup/user.slice/user-1000.slice/app.scope", true]],
  ],
  [
    "a service that has moved into its leaf",
    { own: "0::/system.slice/s.service/signalbox-service\n", mounts: v2("/sys/fs/cgroup") },
    [[2, "/sys/fs/cgroup/system.slice/s.service", false]],
  ],
  [
    "both versions",
    { own: "8:pids:/\n4:memory:/vm/one\n0::/\n", mounts: v1() + v2("/sys/fs/cgroup/unified") },
    [
      [2, "/sys/fs/cgroup/unified", true],
      [1, "/sys/fs/cgroup/memory/vm/one", false],
    ],
  ],
  [
    "a container that sees its own part",
    { own: "8:pids:/docker/a\n4:memory:/docker/a\n", mounts: v1("/docker/a") },
    [[1, "/sys/fs/cgroup/memory", false]],
  ],
  ["a group outside of what is mounted", { own: "0::/../other\n", mounts: v2("/sys/fs/cgroup") }, []],
])("knows where groups can be made on a machine with %s", (_title, facts, places) => {
  const found = cgroupPlaces(facts).map(({ version, memory, toLeave }) => [
    version,
    memory,
    toLeave !== null,
  ]);
  expect(found).toEqual(places);
});

it("reads what the kernel counted", () => {
  const events = "low 0\nmax 12\noom 1\noom_kill 3\n";
  expect([countIn(events, "max"), countIn(events, "oom_kill"), countIn(events, "oom_group_kill")]).toEqual([
    12, 3, 0,
  ]);
});
