/** What the body of an event is an object of, and what only the bodies of other events have besides. */
interface Shape {
  has: readonly string[];
  lacks: readonly string[];
}

/** Of issues that are put in relation to each other. */
const related = ["sub_issue", "parent_issue", "blocked_issue", "blocking_issue"];

/** The events of GitHub that are acted on, by the shapes of their bodies: what the header says is not signed. */
const shapes = {
  check_run: { has: ["check_run"], lacks: ["deployment", "workflow"] },
  check_suite: { has: ["check_suite"], lacks: ["check_run", "workflow_run"] },
  issue_comment: { has: ["issue", "comment"], lacks: ["pull_request", "discussion"] },
  issues: { has: ["issue"], lacks: ["comment", "pull_request", "discussion", ...related] },
  pull_request: { has: ["pull_request", "number"], lacks: ["review", "comment", "thread", "issue"] },
  pull_request_review: { has: ["pull_request", "review"], lacks: ["comment", "thread", "issue"] },
  pull_request_review_comment: { has: ["pull_request", "comment"], lacks: ["review", "thread", "issue"] },
  status: { has: ["sha", "state", "context", "branches"], lacks: ["issue", "pull_request", "check_run"] },
} as const satisfies Readonly<Record<string, Shape>>;

export type GitHubEvent = keyof typeof shapes;

export const isGitHubEvent = (name: string): name is GitHubEvent => Object.hasOwn(shapes, name);

const isThere = (body: Readonly<Record<string, unknown>>, key: string): boolean =>
  Object.hasOwn(body, key) && body[key] !== null;

/** Whether a body is that of the event, and of no other one. */
export function isOfEvent(event: GitHubEvent, body: Readonly<Record<string, unknown>>): boolean {
  const { has, lacks }: Shape = shapes[event];
  return has.every((key) => isThere(body, key)) && !lacks.some((key) => isThere(body, key));
}
