import { getRouteApi } from "@tanstack/react-router";
import { useId } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import type { BannerAction } from "../../../server/domains/sessions/wait-reasons/model.ts";
import { Button } from "../../ui/Button.tsx";
import { useAction } from "../selection/use-action.ts";
import { viewSearch } from "../sessions/session-page-search.ts";
import { proposeMessage } from "./propose-message.ts";
import { actOf } from "./view-model.ts";

const route = getRouteApi("/sessions/$id");

interface WriteProps {
  sessionId: number;
  label: string;
  prompt: string | null;
}

function WriteButton({ sessionId, label, prompt }: WriteProps) {
  const navigate = route.useNavigate();
  const write = async (): Promise<void> => {
    // Messages are written beside the conversation and no other view.
    await navigate({ search: viewSearch({}), replace: true });
    proposeMessage(sessionId, prompt);
  };
  return (
    <Button size="small" onClick={() => void write()}>
      {label}
    </Button>
  );
}

function MissingButton({ label, reason }: { label: string; reason: string }) {
  const id = useId();
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Button size="small" aria-disabled aria-describedby={id}>
        {label}
      </Button>
      <span id={id} className="text-xs text-soft">
        {reason}
      </span>
    </span>
  );
}

/** What a banner offers to do. */
export function BannerActionButton({ session, action }: { session: Session; action: BannerAction }) {
  const run = useAction();
  const act = actOf(action);
  switch (act.kind) {
    case "class":
      return (
        <Button size="small" onClick={() => run(act.schedulingClass, [session])}>
          {act.label}
        </Button>
      );
    case "write":
      return <WriteButton sessionId={session.id} label={act.label} prompt={act.prompt} />;
    case "open":
      return (
        <a href={act.path} className="text-xs font-medium text-accent hover:underline">
          {act.label}
        </a>
      );
    case "missing":
      return <MissingButton label={act.label} reason={act.reason} />;
  }
}
