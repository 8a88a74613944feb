import { Link, useNavigate } from "@tanstack/react-router";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { Button } from "../../ui/Button.tsx";
import { CopyableText } from "../../ui/CopyableText.tsx";
import { NewSessionLink } from "../new-session/NewSessionLink.tsx";
import { RestartButton } from "../selection/RestartButton.tsx";
import { runtimeLabel } from "../sessions/session-fields.ts";
import { useClis } from "../settings/clis/api.ts";
import { CloneElsewhere } from "./CloneElsewhere.tsx";
import type { FailureAct } from "./failure-acts.ts";
import { ReadForeign } from "./ReadForeign.tsx";
import { text } from "./text.ts";

const linkClass = "self-center text-xs font-medium text-accent hover:underline";

/** How to sign in to the session's CLI, or to install it, in its own words. */
function CliGuide({ session, kind }: { session: Session; kind: "sign_in" | "install" }) {
  const runtime = session.agent_runtime ?? "";
  const tool = useClis().data?.cli_status.tools[runtime];
  if (!tool) return null;
  const installs = kind === "install";
  const command = installs ? tool.install_command : tool.auth_command;
  const name = runtimeLabel(runtime);
  return (
    <div className="flex w-full min-w-0 flex-col gap-1.5">
      <p className="wrap-anywhere text-ink">
        {installs ? tool.install_instructions : tool.auth_instructions}
      </p>
      {command !== null && (
        <CopyableText label={installs ? text.installNamed(name) : text.signInNamed(name)} value={command} />
      )}
    </div>
  );
}

function StartOver({ session }: { session: Session }) {
  return (
    <NewSessionLink start={{ from: String(session.id) }} className={linkClass}>
      {text.startOver}
    </NewSessionLink>
  );
}

function ChooseModel({ session }: { session: Session }) {
  const navigate = useNavigate();
  const open = (): void =>
    void navigate({
      to: "/sessions/$id",
      params: { id: String(session.id) },
      search: (now) => ({ ...now, panel: "setup" as const }),
    });
  return (
    <Button size="small" onClick={open}>
      {text.chooseModel}
    </Button>
  );
}

function restartLabel({ again, now }: Extract<FailureAct, { kind: "restart" }>): string | undefined {
  if (now === true) return text.tryNow;
  return again ? text.tryAgain : undefined;
}

function Act({ session, act }: { session: Session; act: FailureAct }) {
  switch (act.kind) {
    case "restart":
      return <RestartButton session={session} label={restartLabel(act)} />;
    case "accounts":
      return (
        <Link to="/inference" className={linkClass}>
          {text.accounts}
        </Link>
      );
    case "sign_in":
    case "install":
      return <CliGuide session={session} kind={act.kind} />;
    case "settings":
      return (
        <Link to="/settings/$section" params={{ section: act.section }} className={linkClass}>
          {text[act.section]}
        </Link>
      );
    case "choose_model":
      return <ChooseModel session={session} />;
    case "clone_elsewhere":
      return <CloneElsewhere session={session} />;
    case "read_foreign":
      return <ReadForeign session={session} />;
    case "start_over":
      return <StartOver session={session} />;
  }
}

/** The acts that mend a failure, the most helpful first. */
export function FailureActs({ session, acts }: { session: Session; acts: readonly FailureAct[] }) {
  return acts.map((act) => <Act key={act.kind} session={session} act={act} />);
}
