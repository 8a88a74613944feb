import { describe, expect, it } from "vitest";
import { stringsIn } from "./strings/extract.mjs";
import { parseSource } from "./strings/sources.mjs";

const textsIn = (file: string, code: string): string[] =>
  stringsIn(parseSource(file, code)).map(({ text }) => text);

const page = (code: string): string[] => textsIn("renderer/features/things/Things.tsx", code);
const server = (code: string): string[] => textsIn("server/domains/group/things/service.ts", code);

describe("the strings of the page", () => {
  it("are the text between tags, a sentence with what is inside of it", () => {
    expect(
      page(`const a = <p>
        <Icon /> Press <Kbd>Enter</Kbd> to send{" "}
        {count} messages, <b>all</b> of them. <Button>Send</Button>
      </p>;`),
    ).toEqual(["Press Enter to send {…} messages, all of them.", "Send"]);
  });

  it("are the attributes that people see or hear, and no others", () => {
    expect(
      page(`const a = <Field label="Name" aria-label={isOpen ? "Close" : \`Open \${name}\`} className="flex gap-2"
        placeholder="my-trigger" type="text" id="the name" title={"What it " + "says"} />;`),
    ).toEqual(["Name", "Close", "Open {…}", "my-trigger", "What it", "says"]);
  });

  it("are words in a tag's expression", () => {
    expect(page(`const a = <p>{count === 1 ? "file" : "files"}</p>;`)).toEqual(["file", "files"]);
  });

  it("are properties that contain text, whatever their words", () => {
    expect(
      page(`const commands = [{ id: "board.open", label: "Board", title: \`Open \${name}\`, done: "Opened",
        description: "Every session", hotkey: "go.board", to: "/inbox" }];`),
    ).toEqual(["Board", "Open {…}", "Opened", "Every session"]);
  });

  it("are what toasts say", () => {
    expect(
      page(`sayDone("Saved"); sayRefused("Not saved", error, { next: { label: "Try again", onClick } });
        sayWarning(\`\${count} left\`); sayWorking("Saving", "It takes a moment.");`),
    ).toEqual(["Saved", "Not saved", "Try again", "{…} left", "Saving", "It takes a moment."]);
  });

  it("are tables and functions of words", () => {
    expect(
      page(`const statusLabels = { open: "open", closed: "closed" };
        const kinds = { one: "A kind of thing", other: "Another" };
        function lineWords() { return isLong ? "lines" : "line"; }`),
    ).toEqual(["open", "closed", "A kind of thing", "Another", "lines", "line"]);
  });

  it("are no class names, types, comparisons, keys or addresses", () => {
    expect(
      page(`import { a } from "some words";
        const look = "flex min-w-0 items-center gap-2 text-sm";
        type Kind = "needs input" | "failed now";
        const b = kind === "needs input" ? values["the key"] : \`/sessions/\${id}\`;
        element.querySelector("button [data-row]"); matchMedia("(min-width: 48rem) and (hover: hover)");`),
    ).toEqual([]);
  });
});

describe("the strings of the desktop app", () => {
  it("are menus, dialogs and notifications", () => {
    expect(
      textsIn(
        "main/menu/menus.ts",
        `const menu = [{ label: "File", role: "editMenu", accelerator: "CmdOrCtrl+N" }, { type: "separator" }];
        dialog.showMessageBox({ type: "question", message: count === 1 ? "A session is running." : \`\${count} run.\`,
          detail: "Quitting stops it.", buttons: ["Quit", "Keep Running"] });
        new Notification({ title: "Done", replyPlaceholder: "Answer" }); tray.setToolTip(\`Signalbox: \${text}\`);`,
      ),
    ).toEqual([
      "File",
      "A session is running.",
      "{…} run.",
      "Quitting stops it.",
      "Quit",
      "Keep Running",
      "Done",
      "Answer",
      "Signalbox: {…}",
    ]);
  });
});

describe("the strings of the service", () => {
  it("are refusals and errors", () => {
    expect(
      server(`export const refusal = defineRefusals({
          not_found: { status: 404, label: "Not Found", message: ({ id = "" }) => \`There is no thing \${id}\` } });
        throw new Refusal("thing_gone", "The thing is gone"); throw new Error(\`\${file} cannot be read\`);`),
    ).toEqual(["Not Found", "There is no thing {…}", "The thing is gone", "{…} cannot be read"]);
  });

  it("are the sentences of pages", () => {
    expect(
      server(`const body = html\`<h1>Sign in</h1><p class="a note">Go on as <b>\${name}</b>, or
        <a href="/out">sign out</a>.</p><input placeholder="Six digits">\`;`),
    ).toEqual(["Sign in", "Go on as {…}, or sign out.", "Six digits"]);
  });

  it("are what commands print", () => {
    expect(
      server(`print(\`The board is open at \${url}\`); process.stdout.write("No database\\n");`),
    ).toEqual(["The board is open at {…}", "No database"]);
  });

  it("are descriptions of operations, tools and their parameters", () => {
    expect(
      server(`operation({ id: "getThing", path: "/things/{id}", summary: "One thing" });
        const tool = { name: "get_thing", description: "Reads a thing.",
          input: z.object({ id: z.string().min(1, "The id is blank").describe("Its id") }) };`),
    ).toEqual(["One thing", "Reads a thing.", "The id is blank", "Its id"]);
  });

  it("are notes of the session log, log lines and notifications", () => {
    expect(
      server(`deps.sessionLog.note(id, "info", \`Forked from session \${from}\`); log.warn({ id }, "not sent");
        push({ title: "Needs input", body: \`\${name} asks\` });`),
    ).toEqual(["Forked from session {…}", "not sent", "Needs input", "{…} asks"]);
  });

  it("are the lines of a list", () => {
    expect(
      server(`const prompt = ["You name sessions.", "", isLong && "Be brief."].filter(Boolean).join("\\n");`),
    ).toEqual(["You name sessions.", "Be brief."]);
  });

  it("are no queries, headers or names of the program", () => {
    expect(
      server(`sql.prepare("SELECT id FROM things WHERE name = ?"); const order = "created_at DESC, id";
        response.setHeader("cache-control", "no-store, private"); z.enum(["needs_input", "failed"]);
        const type = "text/html; charset=utf-8"; const where = "id = @which AND live";`),
    ).toEqual([]);
  });
});

it("has the line of each string", () => {
  const source = parseSource("renderer/a.tsx", `const a = (\n  <p>\n    Some words\n  </p>\n);\n`);
  expect(stringsIn(source)).toEqual([{ file: "renderer/a.tsx", line: 3, kind: "jsx", text: "Some words" }]);
});
