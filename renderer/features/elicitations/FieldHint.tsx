interface Props {
  description: string | null;
  /** Why the service did not accept the answer. */
  problem: string | undefined;
}

/** The text below a field of a question. */
export function FieldHint({ description, problem }: Props) {
  return (
    <>
      {description !== null && <span className="block whitespace-pre-line">{description}</span>}
      {problem !== undefined && <span className="block text-failed">{problem}</span>}
    </>
  );
}
