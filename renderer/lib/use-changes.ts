import { type SubmitEvent, useState } from "react";

type Values = Readonly<Record<string, number | boolean>>;

/** Only what differs, so that a change made elsewhere is not undone. */
export function changesOf<Saved extends object>(saved: Saved, draft: Partial<Saved>): Partial<Saved> {
  const differs = ([name, value]: [string, unknown]) => saved[name as keyof Saved] !== value;
  return Object.fromEntries(Object.entries(draft).filter(differs)) as Partial<Saved>;
}

interface Saving {
  onSuccess(): void;
}

/** What a person changed in a form of numbers and switches, until it is saved or discarded. */
export function useChanges<Saved extends Values>(
  saved: Saved,
  save: (changes: Partial<Saved>, saving: Saving) => void,
) {
  const [draft, setDraft] = useState<Partial<Saved>>({});
  const shown: Saved = { ...saved, ...draft };
  const changes = changesOf(saved, draft);
  const discard = (): void => setDraft({});
  return {
    shown,
    changes,
    isChanged: Object.keys(changes).length > 0,
    /** An empty number field is no value. */
    isValid: Object.values(shown).every((value) => !Number.isNaN(value)),
    set: (change: Partial<Saved>): void => setDraft((before) => ({ ...before, ...change })),
    discard,
    submit(event: SubmitEvent): void {
      event.preventDefault();
      save(changes, { onSuccess: discard });
    },
  };
}
