import { sentencesOf } from "../../lib/api-error.ts";
import { Button } from "../../ui/Button.tsx";
import { Problem } from "../../ui/Problem.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { SessionForm } from "./SessionForm.tsx";
import { useConfigs } from "./use-configs.ts";

function CatalogProblems({ sentences }: { sentences: readonly string[] }) {
  if (sentences.length === 0) return null;
  return (
    <div className="mx-auto w-full max-w-3xl px-4 pt-4">
      <Problem title="Something is wrong with the catalog" sentences={sentences} />
    </div>
  );
}

/** The page for a new session. */
export function NewSession() {
  const { data, error, isPending, refetch } = useConfigs();
  if (isPending) return <Skeleton lines={8} label="Loading the catalog" />;
  if (!data) {
    return (
      <div className="p-4">
        <Problem title="The catalog could not be loaded" sentences={sentencesOf(error)}>
          <Button size="small" onClick={() => void refetch()}>
            Try again
          </Button>
        </Problem>
      </div>
    );
  }
  return (
    <div className="flex min-h-0 flex-1 flex-col overflow-y-auto">
      <CatalogProblems sentences={data.catalog_problems} />
      <SessionForm configs={data} />
    </div>
  );
}
