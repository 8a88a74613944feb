import type { ToldOutcome, VariableProblem } from "./rules.ts";

/** The words of integrations: what their calls answer, and the tools for them and for managing them. */
export const text = {
  /** An integration gets the outcome of its call, and no details of the trigger. */
  outcomes: {
    fired: "The trigger fired",
    burst_notice: "The trigger fired too often; a session was started to find out why, instead of yours",
    burst_suppressed: "The trigger fired too often; nothing starts for now",
    pending_session: "A session of this trigger has not finished its turn yet",
    not_reusable: "The session that this trigger reuses cannot continue",
    not_found: "There is no such trigger",
    not_invokable: "The trigger runs a workflow, which does not accept variables",
    error: "The service could not fire the trigger; its log has the details",
  } satisfies Record<ToldOutcome, string>,

  instructions:
    "You can start work here through the triggers that were opened to you. list_triggers lists them with the variables each one uses; invoke_trigger fires one.",
  tools: {
    listTriggers: "Lists the triggers you may fire, each with its variables.",
    invokeTrigger: "Fires one of your triggers. A variable that you omit is empty.",
    triggerId: "The id from list_triggers",
    variables: (names: readonly string[]) =>
      `Text values by name: ${names.join(", ")}, and what else list_triggers shows for it; labels may be a list`,

    search:
      "Lists integrations, the outside applications that may fire some triggers, with their triggers and keys, never a secret.",
    query: "Part of a name or description",
    manage: [
      "Creates, changes or deletes an integration, and creates or revokes its keys.",
      "create needs name; update changes only what is sent, and trigger_ids replaces the list;",
      "delete also deletes its keys, and keeps the sessions it started.",
      "mint_key through a connection needs a person, who confirms it outside of this conversation: call it again with the confirmation that it asks for.",
      "mint_key returns the secret once; to replace a key, create one, switch the application to it, then revoke the old one.",
    ].join(" "),
    id: "The integration; required except for create",
    triggerIds: "The complete list of triggers it may fire",
    keyId: "revoke_key: the key",
    confirmation:
      "mint_key: the id of the confirmation that an earlier call asked for, once a person gave it",
    keyName: "mint_key: the name of the key",
  },
  pages: {
    title: "Integrations",
    noneFound: "No integration was found.",
    created: "Integration Created",
    updated: "Integration Updated",
    deleted: "Integration Deleted",
    keyCreated: "Key Created",
    keyRevoked: "Key Revoked",
    madeBy: (name: string) => `made by ${name}`,
    shownOnce: "This secret is shown only once",
    limit: (perMinute: number | null) => (perMinute === null ? "no limit" : `at most ${perMinute} a minute`),
  },
};

/** What is wrong with one variable of an integration's call. */
export function variableSentence(problem: VariableProblem): string {
  switch (problem.kind) {
    case "not_an_object":
      return "variables must be an object";
    case "reserved":
      return `${problem.name} cannot be set by an integration`;
    case "unknown":
      return `There is no variable "${problem.name}". Available are: ${problem.known.join(", ")}`;
    case "not_text":
      return problem.name === "labels"
        ? "labels must be text or a list of texts"
        : `${problem.name} must be text`;
    case "too_long":
      return `${problem.name} is longer than ${problem.max.toLocaleString("en-US")} characters`;
  }
}
