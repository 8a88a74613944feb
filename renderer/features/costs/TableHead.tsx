export interface HeadColumn {
  label: string;
  /** Is text; others are figures. */
  isText?: boolean;
  /** Left out on a phone. */
  onlyWide?: boolean;
  /** Of a name that can be long: the whole of it. */
  title?: string;
}

/** Of a cell that a phone has no room for. */
export const onlyOnWideScreens = "hidden sm:table-cell";

/** The heads of a table with names, then figures. */
export function TableHead({ of, columns }: { of: string; columns: readonly HeadColumn[] }) {
  return (
    <thead className="text-2xs text-faint">
      <tr>
        <th scope="col" className="text-start font-medium">
          {of}
        </th>
        {columns.map(({ label, isText = false, onlyWide = false, title }) => (
          <th
            key={label}
            scope="col"
            title={title}
            className={`ps-3 font-medium whitespace-nowrap ${isText ? "text-start" : "text-end"} ${title === undefined ? "" : "max-w-40 truncate"} ${onlyWide ? onlyOnWideScreens : ""}`}
          >
            {label}
          </th>
        ))}
      </tr>
    </thead>
  );
}
