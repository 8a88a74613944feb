import { Link } from "@tanstack/react-router";
import { Check, CircleDashed, CircleHelp, X } from "lucide-react";
import type { GoalCheck } from "../../../server/domains/sessions/goals/model.ts";
import { verdictText } from "./goal.ts";

const marks = {
  met: { Icon: Check, tone: "text-running", name: "Met" },
  unmet: { Icon: X, tone: "text-failed", name: "Not met" },
  pending: { Icon: CircleDashed, tone: "text-waiting-dot", name: "Pending" },
  unknown: { Icon: CircleHelp, tone: "text-waiting-dot", name: "Unknown" },
} as const;

function Criterion({ criterion }: { criterion: GoalCheck["criteria"][number] }) {
  const { Icon, tone, name } = marks[criterion.verdict];
  return (
    <li className="flex gap-2">
      <Icon role="img" aria-label={name} className={`mt-0.5 size-3.5 shrink-0 ${tone}`} />
      <span className="min-w-0">
        {criterion.label}
        <span className="block wrap-anywhere text-faint">{criterion.reason}</span>
      </span>
    </li>
  );
}

function PullRequest({ request }: { request: GoalCheck["pull_requests"][number] }) {
  const { url, title, state, is_draft, ci } = request;
  const facts = [is_draft ? "draft" : state, ci !== null && ci !== "none" && `CI ${ci}`];
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

/** How the goal stands, by what is recorded and not by the agent's word. */
export function GoalVerdict({ check }: { check: GoalCheck }) {
  return (
    <div className="mt-2 flex flex-col gap-1.5 text-xs">
      <p className="font-medium">{verdictText(check)}</p>
      <ul aria-label="Goal criteria" className="flex flex-col gap-1">
        {check.criteria.map((criterion) => (
          <Criterion key={criterion.id} criterion={criterion} />
        ))}
      </ul>
      {check.pull_requests.length > 0 && (
        <ul aria-label="Pull requests">
          {check.pull_requests.map((request) => (
            <PullRequest key={request.url} request={request} />
          ))}
        </ul>
      )}
      {check.delegated_session_ids.length > 0 && (
        <p className="text-faint">
          Based on the work of{" "}
          {check.delegated_session_ids.map((id) => (
            <Link
              key={id}
              to="/sessions/$id"
              params={{ id: String(id) }}
              className="me-1.5 text-accent hover:underline"
            >
              session {id}
            </Link>
          ))}
        </p>
      )}
    </div>
  );
}
