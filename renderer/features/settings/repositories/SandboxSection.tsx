import { useState } from "react";
import type {
  RepositorySandbox,
  SandboxesAnswer,
} from "../../../../server/domains/workspace/sandboxes/model.ts";
import { Button } from "../../../ui/Button.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { useSandboxes } from "../../sandbox/api.ts";
import { text as sandboxText } from "../../sandbox/text.ts";
import { meaningOf, repositorySummary } from "../../sandbox/view-model.ts";
import { SandboxDialog } from "./SandboxDialog.tsx";
import { text } from "./text.ts";

function Standard({ answer }: { answer: SandboxesAnswer }) {
  const { level, chosen, reason, cure } = answer;
  return (
    <div className="border-b border-line pb-2.5 text-sm last:border-0 last:pb-0">
      <p className="font-medium">{sandboxText.levels[level]}</p>
      <p className="text-xs text-soft">{meaningOf(answer, level)}</p>
      {reason !== null && (
        <p className="text-xs text-needs">{[reason, cure].filter((part) => part !== null).join(" ")}</p>
      )}
      <p className="text-xs text-faint">{chosen ? text.sandbox.setBy : text.sandbox.standard}</p>
    </div>
  );
}

interface RowProps {
  repository: RepositorySandbox;
  onEdit(): void;
}

function Row({ repository, onEdit }: RowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2.5 last:border-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-72">
        <p className="font-mono text-xs wrap-anywhere">{repository.address}</p>
        <p className="text-xs text-faint wrap-anywhere">{repositorySummary(repository).join(" · ")}</p>
      </div>
      <Button size="small" onClick={onEdit} aria-label={text.sandbox.editNamed(repository.address)}>
        {text.sandbox.edit}
      </Button>
    </li>
  );
}

/** What agents can reach by default, and what else holds for single repositories. */
export function SandboxSection() {
  const query = useSandboxes();
  const [edited, setEdited] = useState<RepositorySandbox | "new" | null>(null);
  return (
    <SettingsSection
      title={text.sandbox.title}
      description={text.sandbox.description}
      action={
        <Button size="small" onClick={() => setEdited("new")}>
          {text.sandbox.add}
        </Button>
      }
    >
      <QueryContent query={query} what={text.sandbox.loading}>
        {(answer) => (
          <>
            <Standard answer={answer} />
            {answer.repositories.length > 0 && (
              <ul aria-label={text.sandbox.list}>
                {answer.repositories.map((repository) => (
                  <Row
                    key={repository.address}
                    repository={repository}
                    onEdit={() => setEdited(repository)}
                  />
                ))}
              </ul>
            )}
            {edited !== null && (
              <SandboxDialog
                answer={answer}
                repository={edited === "new" ? null : edited}
                onClose={() => setEdited(null)}
              />
            )}
          </>
        )}
      </QueryContent>
    </SettingsSection>
  );
}
