import { Download } from "lucide-react";
import { Button } from "../../ui/Button.tsx";
import { type CsvCell, csvOf, saveCsv } from "./csv.ts";
import { text } from "./text.ts";

interface Props {
  /** What the table is called. */
  of: string;
  /** The name of the file. */
  file: string;
  columns: readonly string[];
  rows: readonly (readonly CsvCell[])[];
}

/** Saves a table as CSV. */
export const CsvButton = ({ of, file, columns, rows }: Props) => (
  <Button
    size="small"
    variant="quiet"
    className="-me-2"
    onClick={() => saveCsv(file, csvOf(columns, rows))}
    aria-label={text.csvOf(of)}
  >
    <Download aria-hidden className="size-3.5" />
    {text.csv}
  </Button>
);
