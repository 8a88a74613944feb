import { useQuery } from "@tanstack/react-query";
import { getRouteApi, Link } from "@tanstack/react-router";
import { ErrorAlert } from "../../ui/ErrorAlert.tsx";
import { LoadErrorAlert } from "../../ui/LoadErrorAlert.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { sessionQuery } from "../sessions/use-session.ts";
import type { FormConfigs } from "./resolve-defaults.ts";
import { SessionForm } from "./SessionForm.tsx";
import { templateSetupOfSession, unreadPrompt } from "./template-setup.ts";
import { text } from "./text.ts";
import { useConfigs, useDefaults } from "./use-configs.ts";

const route = getRouteApi("/sessions/new");

function CatalogProblems({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-4">
      <ErrorAlert title={text.catalog.problems} messages={sentences}>
        <Link
          to="/settings/$section"
          params={{ section: "catalog" }}
          className="text-xs font-medium text-accent hover:underline"
        >
          {text.catalog.view}
        </Link>
      </ErrorAlert>
    </div>
  );
}

/** The session whose settings the form starts with, if it still exists. */
function useSource(from: string | undefined) {
  const { data, isLoading } = useQuery({
    ...sessionQuery(from ?? ""),
    enabled: from !== undefined,
    staleTime: 0,
  });
  return { session: from === undefined ? null : (data?.session ?? null), isLoading };
}

/** The page for a new session. */
export function NewSession() {
  const { from, prompt: given } = route.useSearch();
  const { data, error, isPending, refetch } = useConfigs();
  const defaults = useDefaults();
  const source = useSource(from);
  const prompt = given ?? unreadPrompt(source.session);
  if (isPending || defaults.isPending || source.isLoading)
    return <Skeleton lines={8} label={text.catalog.loading} />;
  if (!data) {
    return (
      <div className="p-4">
        <LoadErrorAlert what={text.catalog.name} error={error} onRetry={() => void refetch()} />
      </div>
    );
  }
  // The form also works without the owner's defaults, which the service applies anyway.
  const configs: FormConfigs = { ...data, ...(defaults.data && { defaults: defaults.data }) };
  const start = source.session && templateSetupOfSession(source.session, configs);
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <CatalogProblems sentences={data.catalog_problems} />
      <SessionForm key={`${from ?? ""} ${prompt}`} configs={configs} start={start} prompt={prompt} />
    </div>
  );
}
