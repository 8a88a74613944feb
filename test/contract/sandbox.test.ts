/** @module-tag real-cli */

import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type BoardService, startBoardService } from "../support/board.ts";
import { gitIn } from "../support/repository.ts";
import { sandboxIn } from "../support/sandbox-room.ts";
import { atRest, startTestService } from "../support/service.ts";
import { createSession, sessionOf, transcriptOf } from "../support/sessions.ts";

/** For what a real CLI takes on a busy machine. */
const longMs = 60_000;
vi.setConfig({ testTimeout: 2 * longMs });

const secret = "only-the-person-may-read-this";
let service: BoardService;
let works = false;

beforeAll(async () => {
  service = await startBoardService({ environment: { THE_PERSONS_TOKEN: secret } });
  const { folder } = service;
  works = (await sandboxIn(join(folder, "probe"), [])) !== null;
  for (const name of [".ssh", ".claude", "other-project"]) {
    await mkdir(join(folder, "home", name), { recursive: true });
    await writeFile(join(folder, "home", name, "secret"), secret);
  }
});
afterAll(() => service[Symbol.asyncDispose]());
beforeEach((context) => {
  if (!works) context.skip("No sandbox starts on this machine");
});

/** Runs a shell command in a session of this agent, in its clone; returns the session's id. */
async function shell(agent_runtime: string, command: string): Promise<number> {
  const prompt = `#script bash cmd=${command}\n#script say Done.`;
  const { id } = await createSession(service, { agent_runtime, prompt });
  expect((await service.waitFor(id, atRest, longMs)).status).toBe("needs_input");
  return id;
}

const cloneOf = async (id: number): Promise<string> =>
  String((await sessionOf(service, id)).metadata["clone_path"]);

describe.each(["pi", "claude_code", "codex"])("a shell of the real %s", (agent) => {
  it("reads and writes its clone, and neither the person's files nor the service's", async () => {
    const data = service.service.dataFolder;
    const other = await cloneOf(await shell("pi", "echo mine > of-another-session"));
    const hidden = [
      join(service.folder, "home/.ssh/secret"),
      join(service.folder, "home/.claude/secret"),
      join(service.folder, "home/other-project/secret"),
      join(data, "installation.json"),
      join(data, "signalbox.db"),
      join(other, "of-another-session"),
      `/proc/${process.pid}/environ`,
    ];
    const id = await shell(
      agent,
      `for f in ${hidden.join(" ")}; do cat $f >/dev/null 2>&1 && echo saw $f; done > seen; cat README.md >> seen; ls ${data} >> seen; id -u >> seen`,
    );
    const seen = await readFile(join(await cloneOf(id), "seen"), "utf8");
    expect(seen).not.toContain("saw ");
    expect(seen).toMatch(/^# Sample$/m);
    expect(seen).not.toMatch(/^(?:installation\.json|signalbox\.db|sandboxes)$/m);
  });

  it("gets from the service's port what anyone without a credential gets, and no way to be the owner", async () => {
    const { url, service: own } = service;
    const pages = ["/", "/sessions/1", "/oauth/authorize?client_id=x&response_type=code"];
    const apis = ["/ui/v1/sessions", "/ui/v1/events", "/api/v1/sessions", "/mcp", "/mcp/self"];
    const script = `(async()=>{for(const p of ${JSON.stringify([...pages, ...apis])}){const r=await fetch("${url}"+p,{redirect:"manual",headers:{accept:"text/html"}});const t=await r.text();console.log(p.split("?")[0],r.status,r.headers.getSetCookie().length,/#code=|<form/.test(t))}require("net").connect("${own.dataFolder}/run/owner.sock").on("error",(e)=>console.log(e.code)).on("connect",()=>console.log("connected"))})()`;
    const id = await shell(agent, `${process.execPath} -e '${script}' > answers`);
    const answers = (await readFile(join(await cloneOf(id), "answers"), "utf8")).trim().split("\n");
    expect(answers.slice(0, 3)).toEqual(
      ["/", "/sessions/1", "/oauth/authorize"].map((path) =>
        expect.stringMatching(`^${path} (?:200|303) 0 false$`),
      ),
    );
    expect(answers.slice(3, -1)).toEqual(apis.map((path) => `${path} 401 0 false`));
    expect(answers.at(-1)).toBe("ENOENT");
  });

  it("goes on in the next turn with the home it left", async () => {
    const id = await shell(agent, "echo kept > ~/note; mkdir -p ~/.local; git log --oneline | wc -l");
    const prompt = "#script bash cmd=cat ~/note > found\n#script say Done.";
    await service.call("POST", `/sessions/${id}/follow_up`, { prompt });
    await expect
      .poll(async () => readFile(join(await cloneOf(id), "found"), "utf8").catch(() => ""), {
        timeout: longMs,
      })
      .toBe("kept\n");
    await service.waitFor(id, atRest, longMs);
    expect(await readFile(join(service.folder, "home/note"), "utf8").catch(() => null)).toBeNull();
  });
});

describe("a local repository that a clone was made from", () => {
  const push = "git push origin HEAD:refs/heads/agents > pushed 2>&1 && echo pushed || echo refused";

  it("can be fetched from, and not pushed to while nobody trusts it", async () => {
    const id = await shell("pi", `git fetch origin main 2>&1 && echo fetched; ${push}`);
    const said = await transcriptOf(service, id);
    expect(said).toContain("fetched");
    expect(said).toContain("refused");
    expect(JSON.stringify(service.model.requests())).toContain(
      "read-only in your sandbox, so a push to it fails",
    );
    expect(await readFile(join(await cloneOf(id), "pushed"), "utf8")).toContain(
      "is not trusted, so this session cannot push to it",
    );
  });

  it.each([
    ["a bare repository", "bare.git"],
    ["a repository with its files checked out", "checked-out"],
  ])(
    "is pushed to by agents once it is trusted: %s, but not its settings and hooks",
    async (_title, name) => {
      const git_root = join(service.folder, "home", "repositories", name);
      const bare = name === "bare.git";
      await gitIn(
        service.folder,
        "clone",
        "--quiet",
        ...(bare ? ["--bare"] : []),
        await service.repository(),
        git_root,
      );
      const folder = bare ? git_root : join(git_root, ".git");
      await service.board.call("POST", "/repositories/trust", { git_root });
      const planted = `printf x > ${folder}/hooks/post-update; printf x >> ${folder}/config; printf x > ${folder}/../beside`;
      const prompt = `#script bash cmd=date > new; git add new; git -c user.name=A -c user.email=a@b.invalid commit -qm New; ${push}; { ${planted}; } 2>/dev/null\n#script say Done.`;
      const config = await readFile(join(folder, "config"), "utf8");
      const { id } = await createSession(service, { git_root, prompt });
      expect((await service.waitFor(id, atRest, longMs)).status).toBe("needs_input");
      const [there, here] = await Promise.all([
        gitIn(git_root, "rev-parse", "refs/heads/agents"),
        gitIn(await cloneOf(id), "rev-parse", "HEAD"),
      ]);
      expect(there).toBe(here);
      expect(await readFile(join(folder, "config"), "utf8")).toBe(config);
      for (const path of [join(folder, "hooks/post-update"), join(folder, "../beside")])
        expect(await readFile(path, "utf8").catch(() => null)).toBeNull();
    },
  );
});

describe("without a sandbox", () => {
  it("runs an agent as before, and says so to the person", async () => {
    await using open = await startTestService({ environment: { SERVICE_SANDBOX: "off" } });
    const file = join(open.folder, "outside");
    const { id } = await createSession(open, { prompt: `#script bash cmd=touch ${file}\n#script say Done.` });
    await open.waitFor(id, atRest, longMs);
    expect(await readFile(file, "utf8")).toBe("");
  });
});
