import { z } from "zod";
import { factList, heading, page } from "../../../mcp/markdown.ts";
import { defineTool } from "../../../mcp/tool.ts";
import { accountOperations, type InferenceAccount } from "./model.ts";
import { text } from "./text.ts";

const words = text.tool;

const facts = (account: InferenceAccount) =>
  factList([
    ["Account", account.email],
    ["Runtime", account.runtime],
    ["Status", account.effective_status],
    ["Serves", account.serves ? words.serves(account.serves_next) : account.why_not],
    ["Five hours used", percent(account.quota?.five_hour?.utilization)],
    ["Seven days used", percent(account.quota?.seven_day?.utilization)],
    ["Last reading failed", account.probe_error],
  ]);

const percent = (share: number | null | undefined): string | null =>
  share == null ? null : `${Math.round(share * 100)}%`;

/** E107 and E108, for callers that act as a person. */
export const actionAccount = defineTool({
  name: "action_account",
  description: words.description,
  effect: "add",
  idempotent: true,
  input: z.object({
    action: z.enum(["refresh", "activate"]),
    account_id: z.number().int().describe("As get_inference lists it"),
  }),
  async run({ action, account_id: id }, { call }) {
    if (action === "refresh") {
      const answer = await call(accountOperations.refreshAccount, { params: { id } });
      return { text: page(heading(2, words.refreshed), facts(answer.account)), facts: answer };
    }
    const answer = await call(accountOperations.activateAccount, { params: { id } });
    return { text: page(heading(2, words.activated), answer.message, facts(answer.account)), facts: answer };
  },
});
