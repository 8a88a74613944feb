import { useState } from "react";
import type { RepositoryTrust } from "../../../../server/domains/workspace/trust/model.ts";
import { Button } from "../../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../../ui/ConfirmDialog.tsx";
import { EmptyState } from "../../../ui/EmptyState.tsx";
import { QueryContent } from "../../../ui/QueryContent.tsx";
import { RelativeTime } from "../../../ui/RelativeTime.tsx";
import { SettingsSection } from "../../../ui/SettingsSection.tsx";
import { useRepositories, useRevokeTrust } from "../../repository-trust/api.ts";
import { TrustButton } from "../../repository-trust/TrustButton.tsx";
import { GitSection } from "./GitSection.tsx";
import { SandboxSection } from "./SandboxSection.tsx";
import { text } from "./text.ts";
import { decisionText } from "./view-model.ts";

interface RowProps {
  repository: RepositoryTrust;
  onRevoke(): void;
}

function RepositoryRow({ repository, onRevoke }: RowProps) {
  const { address, trusted, at } = repository;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 border-b border-line py-2.5 last:border-0">
      <div className="min-w-0 flex-1 basis-72">
        <p className={`font-mono text-xs wrap-anywhere ${trusted ? "" : "text-soft"}`}>{address}</p>
        <p className="text-xs text-faint">
          {decisionText(repository)}
          {at !== null && (
            <>
              , <RelativeTime instant={at} spoken />
            </>
          )}
        </p>
      </div>
      {trusted ? (
        <Button size="small" onClick={onRevoke} aria-label={text.revokeNamed(address)}>
          {text.revoke}
        </Button>
      ) : (
        <TrustButton address={address} gitRoot={address} />
      )}
    </li>
  );
}

function RepositoryList({ repositories }: { repositories: readonly RepositoryTrust[] }) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const revoke = useRevokeTrust();
  const askToRevoke = ({ address }: RepositoryTrust): void =>
    setConfirmation({
      title: text.revokeQuestion(address),
      description: text.revokeEffect,
      actionLabel: text.revoke,
      run: () => revoke.mutateAsync(address),
    });
  if (repositories.length === 0) return <EmptyState title={text.empty} text={text.emptyHint} />;
  return (
    <>
      <ul aria-label={text.list} className="-my-2.5">
        {repositories.map((repository) => (
          <RepositoryRow
            key={repository.address}
            repository={repository}
            onRevoke={() => askToRevoke(repository)}
          />
        ))}
      </ul>
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </>
  );
}

/** Repositories whose own settings take effect, those whose trust was revoked, and what agents can reach. */
export function RepositoriesPage() {
  const query = useRepositories();
  return (
    <>
      <SettingsSection title={text.title} description={text.description}>
        <QueryContent query={query} what={text.loading}>
          {({ repositories }) => <RepositoryList repositories={repositories} />}
        </QueryContent>
      </SettingsSection>
      <SandboxSection />
      <GitSection />
    </>
  );
}
