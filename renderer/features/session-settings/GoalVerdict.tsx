import { Link } from "@tanstack/react-router";
import { Check, CircleDashed, CircleHelp, X } from "lucide-react";
import type { GoalCheck } from "../../../server/domains/sessions/goals/model.ts";
import { verdictText } from "./goal.ts";
import { text } from "./text.ts";

const marks = {
  met: { Icon: Check, tone: "text-running" },
  unmet: { Icon: X, tone: "text-failed" },
  pending: { Icon: CircleDashed, tone: "text-waiting-dot" },
  unknown: { Icon: CircleHelp, tone: "text-waiting-dot" },
} as const;

function Criterion({ criterion }: { criterion: GoalCheck["criteria"][number] }) {
  const { Icon, tone } = marks[criterion.verdict];
  return (
    <li className="flex gap-2">
      <Icon
        role="img"
        aria-label={text.verdicts[criterion.verdict]}
        className={`mt-0.5 size-3.5 shrink-0 ${tone}`}
      />
      <span className="min-w-0">
        {criterion.label}
        <span className="block wrap-anywhere text-faint">{criterion.reason}</span>
      </span>
    </li>
  );
}

function PullRequest({ request }: { request: GoalCheck["pull_requests"][number] }) {
  const { url, title, state, is_draft, ci } = request;
  const facts = [is_draft ? "draft" : state, ci !== null && ci !== "none" && text.goalVerdict.ci(ci)];
  return (
    <li>
      <a
        href={url}
        target="_blank"
        rel="noreferrer noopener"
        className="wrap-anywhere text-accent hover:underline"
      >
        {title ?? url}
      </a>{" "}
      <span className="text-faint">{facts.filter(Boolean).join(", ")}</span>
    </li>
  );
}

/** Whether the goal is met, judged by recorded facts rather than the agent's claims. */
export function GoalVerdict({ check }: { check: GoalCheck }) {
  return (
    <div className="mt-2 flex flex-col gap-1.5 text-xs">
      <p className="font-medium">{verdictText(check)}</p>
      <ul aria-label={text.goalVerdict.criteria} className="flex flex-col gap-1">
        {check.criteria.map((criterion) => (
          <Criterion key={criterion.id} criterion={criterion} />
        ))}
      </ul>
      {check.pull_requests.length > 0 && (
        <ul aria-label={text.goalVerdict.pullRequests}>
          {check.pull_requests.map((request) => (
            <PullRequest key={request.url} request={request} />
          ))}
        </ul>
      )}
      {check.delegated_session_ids.length > 0 && (
        <p className="text-faint">
          {text.goalVerdict.delegated}{" "}
          {check.delegated_session_ids.map((id) => (
            <Link
              key={id}
              to="/sessions/$id"
              params={{ id: String(id) }}
              className="me-1.5 text-accent hover:underline"
            >
              {text.goalVerdict.session(id)}
            </Link>
          ))}
        </p>
      )}
    </div>
  );
}
