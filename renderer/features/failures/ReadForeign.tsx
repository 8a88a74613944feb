import { useState } from "react";
import type { Session } from "../../../server/domains/sessions/sessions/model.ts";
import { Button } from "../../ui/Button.tsx";
import { type Confirmation, ConfirmDialog } from "../../ui/ConfirmDialog.tsx";
import { useAction } from "../selection/use-action.ts";
import { useForeignRepository, useReadForeign } from "./api.ts";
import { text } from "./text.ts";

/** Has git read a repository that another user owns, where that is safe, and tries again. */
function ReadIt({ session, gitRoot }: { session: Session; gitRoot: string }) {
  const [confirmation, setConfirmation] = useState<Confirmation | null>(null);
  const { data } = useForeignRepository(gitRoot);
  const { mutateAsync } = useReadForeign();
  const runAction = useAction();
  const { folder = null, problem = null } = data ?? {};
  if (folder === null) return null;
  if (problem !== null) return <p className="w-full wrap-anywhere text-ink">{problem}</p>;
  const ask = (): void =>
    setConfirmation({
      title: text.foreign.question(folder),
      description: text.foreign.effect(folder),
      actionLabel: text.foreign.action,
      run: async () => {
        await mutateAsync(gitRoot);
        runAction("restart", [session]);
      },
    });
  return (
    <>
      <Button size="small" onClick={ask}>
        {text.foreign.action}
      </Button>
      <ConfirmDialog confirmation={confirmation} onClose={() => setConfirmation(null)} />
    </>
  );
}

export function ReadForeign({ session }: { session: Session }) {
  return session.git_root === null ? null : <ReadIt session={session} gitRoot={session.git_root} />;
}
