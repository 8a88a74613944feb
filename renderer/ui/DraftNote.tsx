interface Props {
  className?: string;
  /** Where nothing else keeps what was begun. */
  onSave?(): void;
  onDiscard(): void;
}

const act = "font-medium text-accent hover:underline pointer-coarse:py-2";

/** Says that the text is from before, until it is changed, sent or thrown away. */
export function DraftNote({ className = "", onSave, onDiscard }: Props) {
  return (
    <p className={`flex items-center gap-2 text-xs text-faint ${className}`}>
      Draft restored.
      {onSave && (
        <button type="button" onClick={onSave} className={act}>
          Save it
        </button>
      )}
      <button type="button" onClick={onDiscard} className={act}>
        Discard it
      </button>
    </p>
  );
}
