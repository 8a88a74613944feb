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
import { text } from "./text.ts";

function OwnerStep({ onSaved }: { onSaved(): void }) {
  const caller = useMe().data;
  const named = caller ? namedElsewhere(caller) : null;
  if (named !== null) return <p className="text-sm text-soft">{text.you.signedInAs(named)}</p>;
  return (
    <QueryContent query={useOwner()} what={text.you.loading}>
      {({ owner }) => <OwnerForm owner={owner} submitLabel={text.you.save} onSaved={onSaved} />}
    </QueryContent>
  );
}

/** Three steps to a first session: the profile, the agents, the session. */
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
            <PageTitle>{text.page.title}</PageTitle>
            <p className="text-sm text-soft">{text.page.intro}</p>
          </div>
          <Button variant="quiet" size="small" onClick={leave}>
            {text.page.skip}
          </Button>
        </header>
        <StepList open={step} onGo={go} />
        {step === "you" && (
          <Step {...ways} title={text.you.title} description={text.you.description}>
            <OwnerStep onSaved={next} />
          </Step>
        )}
        {step === "agents" && (
          <Step
            {...ways}
            onSkip={null}
            onNext={next}
            title={text.agents.title}
            description={text.agents.description}
          >
            <AgentsStep />
          </Step>
        )}
        {step === "session" && (
          <Step {...ways} title={text.session.title} description={text.session.description}>
            <SessionStep />
          </Step>
        )}
      </div>
    </div>
  );
}
