import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../ui/Button.tsx";
import { PageTitle } from "../../ui/PageTitle.tsx";
import { QueryContent } from "../../ui/QueryContent.tsx";
import { useMe, useOwner } from "../settings/owner/api.ts";
import { OwnerForm } from "../settings/owner/OwnerForm.tsx";
import { namedElsewhere } from "../settings/owner/view-model.ts";
import { AgentsStep } from "./AgentsStep.tsx";
import { leaveFirstRun } from "./first-run.store.ts";
import { SessionStep } from "./SessionStep.tsx";
import { Step } from "./Step.tsx";
import { StepList } from "./StepList.tsx";
import { type StepId, stepAfter, stepBefore } from "./steps.ts";

function OwnerStep({ onSaved }: { onSaved(): void }) {
  const caller = useMe().data;
  const named = caller ? namedElsewhere(caller) : null;
  if (named !== null) return <p className="text-sm text-soft">You are signed in as {named}.</p>;
  return (
    <QueryContent query={useOwner()} what="your profile">
      {({ owner }) => <OwnerForm owner={owner} act="Save and continue" onSaved={onSaved} />}
    </QueryContent>
  );
}

/** From an empty service to a session that runs: who you are, which agents there are, a first session. */
export function FirstRunPage() {
  const navigate = useNavigate();
  const [step, go] = useState<StepId>("you");
  const leave = (): void => {
    leaveFirstRun();
    void navigate({ to: "/" });
  };
  const next = (): void => {
    const after = stepAfter(step);
    if (after === null) leave();
    else go(after);
  };
  const before = stepBefore(step);
  const ways = { onBack: before === null ? null : () => go(before), onSkip: next };
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <div className="mx-auto flex w-full max-w-2xl flex-col gap-5 px-4 pt-8 pb-10">
        <header className="flex items-start justify-between gap-3">
          <div>
            <PageTitle>Welcome to Signalbox</PageTitle>
            <p className="text-sm text-soft">Three steps to your first session. You can skip any of them.</p>
          </div>
          <Button variant="quiet" size="small" onClick={leave}>
            Skip setup
          </Button>
        </header>
        <StepList open={step} onGo={go} />
        {step === "you" && (
          <Step
            {...ways}
            title="Who is using this board?"
            text="Agents and the people you work with see your name next to your messages. It is stored on this machine."
          >
            <OwnerStep onSaved={next} />
          </Step>
        )}
        {step === "agents" && (
          <Step
            {...ways}
            onSkip={null}
            onNext={next}
            title="Which agents are installed?"
            text="Signalbox runs the command-line agents you have installed. Sign in to each one once, with its own command."
          >
            <AgentsStep />
          </Step>
        )}
        {step === "session" && (
          <Step
            {...ways}
            title="Your first session"
            text="A session is an agent working in its own clone, separate from your files."
          >
            <SessionStep />
          </Step>
        )}
      </div>
    </div>
  );
}
