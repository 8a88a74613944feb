interface Props {
  description: string | null;
  /** What the service found wrong with the answer. */
  problem: string | undefined;
}

/** What stands below a field of a question. */
export function FieldHint({ description, problem }: Props) {
  return (
    <>
      {description !== null && <span className="block whitespace-pre-line">{description}</span>}
      {problem !== undefined && <span className="block text-failed">{problem}</span>}
    </>
  );
}
