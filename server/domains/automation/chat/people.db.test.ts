import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { openChatBed } from "./chat-test-bed.ts";

const orchard = "C0ORCHARD";
const mallory = "U0MALLORY";

let bed: Awaited<ReturnType<typeof openChatBed>>;

beforeEach(async () => {
  bed = await openChatBed({ mode: "webhook_with_poll_fallback", hasWebhook: true });
});
afterEach(() => bed[Symbol.asyncDispose]());

/** Somebody with the address of a person of this board writes; how many sessions that starts. */
async function startedBy(user: object, message: object = {}): Promise<number> {
  const id = bed.chatTrigger({ channel_id: orchard, allow_everyone: false });
  bed.slack.person(mallory, "Ada", "Ada@example.com", user);
  await bed.deliver(bed.slack.payload(orchard, bed.slack.write(orchard, mallory, "Pick them", message)));
  return bed.startedBy(id).length;
}

describe("an account with the address of a person of this board", () => {
  it.each([
    ["a member of the bot's workspace", {}],
    [
      "a member of several workspaces of its organization",
      { team_id: "T9", enterprise_user: { teams: ["T9", "T0"] } },
    ],
  ])("is that person if it is %s", async (_title, user) => {
    expect(await startedBy(user)).toBe(1);
    expect(bed.written).toHaveLength(1);
  });

  it.each([
    ["a guest", { is_restricted: true }],
    ["a guest of a single channel", { is_ultra_restricted: true }],
    ["of another workspace", { team_id: "T9" }],
    ["of another workspace of the organization", { team_id: "T9", enterprise_user: { teams: ["T9"] } }],
    ["of a workspace that Slack does not name", { team_id: undefined }],
    ["a stranger of a shared channel", { is_stranger: true }],
    ["a bot", { is_bot: true }],
    ["deleted", { deleted: true }],
    ["only invited", { is_invited_user: true }],
    ["of an address that nobody confirmed", { is_email_confirmed: false }],
  ])("is nobody if it is %s", async (_title, user) => {
    expect(await startedBy(user)).toBe(0);
    expect(bed.written).toEqual([]);
  });

  it.each([{ user_team: "T9" }, { source_team: "T9" }])(
    "is nobody if the message has %j",
    async (message) => {
      expect(await startedBy({}, message)).toBe(0);
    },
  );
});
