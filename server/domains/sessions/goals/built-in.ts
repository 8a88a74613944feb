import type { GoalCheckName, GoalView } from "./model.ts";

const pullRequestChecks: GoalCheckName[] = [
  "pull_request_open",
  "ci_green",
  "verification_section",
  "verification_boxes_checked",
  "ready_to_merge_label",
];

const openReviewedGreenPr = [
  "Deliver the work as one pull request that is green, reviewed and proven.",
  "1. Open the pull request through the open-pr skill, from its own branch.",
  "2. Wait until CI has finished and is green; fix what your change broke.",
  "3. Have the change reviewed by fresh eyes: a reviewer that took no part in writing it and starts without your context.",
  "4. Answer all feedback of that review and of anyone else, in code or with a reason, then wait for CI to be green again.",
  "5. Give the description a section headed Verification: a list of checkboxes, one per thing you verified, each with its proof (command and output, screenshot, or link). Every box in the whole description must be checked; what you could not verify does not get a box, it gets a sentence saying so.",
  "6. Apply the label `ready to merge`. It is your own claim that self-review, fresh-eyes review and green CI are complete. It does not merge anything and does not say that a person reviewed.",
  "7. Do not merge the pull request yourself. Hold it as the open-pr skill describes, and archive this session when it has merged.",
].join("\n");

const versionBump =
  "8. If the change touches server source, raise the server's version in the same pull request, in every place where the version is written. This is mandatory; a change without server source needs none.";

const endToEnd = [
  "In addition, prove the change end to end:",
  "a. Before you begin, state the critical path: the steps a user takes through what you change, and what must be seen at each.",
  "b. Run a real development server with the change in it, not a mock.",
  "c. Drive the critical path on it with browser automation.",
  "d. Record a video and screenshots of that run, and embed them in the pull request under Verification.",
].join("\n");

/** The four goals the service ships, in the order they are offered (R195). */
export const builtInGoals: readonly GoalView[] = [
  {
    id: "codebase-question",
    name: "Answer a question about the code",
    description: [
      "Research the question and answer it inline, in your reply itself.",
      "Create no files, no branches and no pull requests.",
      "If a person asked, stop in needs_input with the answer so that they can continue from it.",
      "Otherwise report the answer to the parent session and archive this one.",
    ].join("\n"),
    checks: ["no_pull_request"],
  },
  {
    id: "open-reviewed-green-pr",
    name: "Reviewed, green pull request",
    description: openReviewedGreenPr,
    checks: [...pullRequestChecks],
  },
  {
    id: "open-reviewed-green-pr-with-version-bump",
    name: "Reviewed, green pull request with a version bump",
    description: `${openReviewedGreenPr}\n${versionBump}`,
    checks: [...pullRequestChecks],
  },
  {
    id: "e2e-verified-green-pr",
    name: "Green pull request, verified end to end",
    description: `${openReviewedGreenPr}\n${endToEnd}`,
    checks: [...pullRequestChecks],
  },
];
