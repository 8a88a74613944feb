import { text } from "./text.ts";

interface Props {
  className?: string;
  /** For fields that have no other save button. */
  onSave?(): void;
  onDiscard(): void;
}

const action = "font-medium text-accent hover:underline pointer-coarse:py-2";

/** Says that a draft was restored, with a button to discard it. */
export function DraftNote({ className = "", onSave, onDiscard }: Props) {
  return (
    <p className={`flex items-center gap-2 text-xs text-faint ${className}`}>
      {text.draft.restored}
      {onSave && (
        <button type="button" onClick={onSave} className={action}>
          {text.draft.save}
        </button>
      )}
      <button type="button" onClick={onDiscard} className={action}>
        {text.draft.discard}
      </button>
    </p>
  );
}
