import { useNavigate } from "@tanstack/react-router";
import { Play, Plus } from "lucide-react";
import type { ReactNode } from "react";
import { errorMessages } from "../../lib/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { openNewSession } from "../new-session/new-session.store.ts";
import { useClis } from "../settings/clis/api.ts";
import { useDemo, useFirstRun } from "./api.ts";
import { leaveFirstRun } from "./first-run.store.ts";
import { ownSessionText } from "./steps.ts";
import { text } from "./text.ts";

function Way({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className="flex flex-1 basis-64 flex-col items-start gap-2 rounded-lg border border-line bg-canvas p-4">
      <h3 className="text-sm font-semibold">{title}</h3>
      <p className="flex-1 text-sm text-soft">{text}</p>
      {children}
    </div>
  );
}

/** Offers a demo, which needs no account, and a session of one's own. */
export function SessionStep() {
  const navigate = useNavigate();
  const { mutate, isPending, error } = useDemo();
  const { data } = useFirstRun();
  const status = useClis().data?.cli_status;
  const demo = (): void =>
    mutate(undefined, {
      onSuccess({ session }) {
        leaveFirstRun();
        void navigate({ to: "/sessions/$id", params: { id: String(session.id) } });
      },
    });
  const own = (): void => {
    leaveFirstRun();
    void navigate({ to: "/" });
    openNewSession();
  };
  return (
    <div className="flex flex-col gap-3">
      {error !== null && <ErrorAlert title={text.session.demoFailed} messages={errorMessages(error)} />}
      <div className="flex flex-wrap gap-3">
        {data?.demo_runtime !== null && (
          <Way title={text.session.demo} text={text.session.demoHint}>
            <Button variant="primary" busy={isPending} onClick={demo}>
              {!isPending && <Play aria-hidden className="size-3.5" />}
              {text.session.startDemo}
            </Button>
          </Way>
        )}
        <Way title={text.session.own} text={ownSessionText(status)}>
          <Button onClick={own}>
            <Plus aria-hidden className="size-3.5" />
            {text.session.new}
          </Button>
        </Way>
      </div>
    </div>
  );
}
