import ts from "typescript";

/** The tables that a statement or file uses, and those that it defines itself. */
export interface NamedTables {
  used: string[];
  defined: string[];
}

/** Placeholder for a computed part of a statement. */
export const computed = "COMPUTED";

/** Placeholder for SQL from another domain: a table, or a condition on its own tables. */
const offered = "(OFFERED)";

/** Texts by constant name; null for a name that several constants have. */
type Constants = ReadonlyMap<string, ts.Expression | typeof offered | null>;

/**
 * The tables that the SQL of a source file uses: in every string passed to `prepare` or `exec` or tagged `sql`, and in every
 * other string with an SQL keyword in capitals, because many statements are assembled from parts. Tables that the file
 * defines itself are left out.
 */
export function tablesOfSource(file: string, text: string): NamedTables {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, true);
  const constants = stringConstants(source);
  const defined = new Set<string>();
  const used = new Set<string>();
  const visit = (node: ts.Node): void => {
    if (isText(node)) {
      const sql = tablesOfSql(textOf(node, constants), { isStatement: isStatement(node) });
      for (const name of sql.defined) defined.add(name);
      for (const name of sql.used) used.add(name);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return { used: [...used].filter((name) => !defined.has(name)), defined: [...defined] };
}

function isText(node: ts.Node): node is ts.Expression {
  if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) return true;
  return isSum(node) && (isText(node.left) || isText(node.right));
}

const isSum = (node: ts.Node): node is ts.BinaryExpression =>
  ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken;

function isStatement(node: ts.Node): boolean {
  const { parent } = node;
  if (ts.isTaggedTemplateExpression(parent)) return parent.tag.getText() === "sql";
  if (!ts.isCallExpression(parent) || !ts.isPropertyAccessExpression(parent.expression)) return false;
  return ["prepare", "exec"].includes(parent.expression.name.text);
}

function stringConstants(source: ts.SourceFile): Constants {
  const constants = new Map<string, ts.Expression | typeof offered | null>();
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) for (const name of offeredNames(node)) constants.set(name, offered);
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name)) {
      const { text } = node.name;
      const value = node.initializer && isText(node.initializer) ? node.initializer : null;
      constants.set(text, constants.has(text) ? null : value);
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return constants;
}

/** What is imported from the `queries.ts` of another folder. */
function offeredNames({ moduleSpecifier, importClause }: ts.ImportDeclaration): string[] {
  const names = importClause?.namedBindings;
  if (!ts.isStringLiteral(moduleSpecifier) || !/^\.\.\/.*\/queries\.ts$/.test(moduleSpecifier.text))
    return [];
  return names && ts.isNamedImports(names) ? names.elements.map(({ name }) => name.text) : [];
}

function textOf(node: ts.Expression, constants: Constants): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (isSum(node)) return textOf(node.left, constants) + textOf(node.right, constants);
  if (ts.isTemplateExpression(node)) {
    const parts = node.templateSpans.map(
      ({ expression, literal }) => textOf(expression, constants) + literal.text,
    );
    return node.head.text + parts.join("");
  }
  const named = ts.isCallExpression(node) ? node.expression : node;
  const constant = ts.isIdentifier(named) ? constants.get(named.text) : undefined;
  if (constant === offered) return offered;
  return constant ? textOf(constant, constants) : computed;
}

const ENDS_LIST = new Set("WHERE GROUP ORDER LIMIT UNION EXCEPT INTERSECT RETURNING SET".split(" "));

/** The tables of a statement or a part of one. In text that may be prose, only keywords in capitals count. */
export function tablesOfSql(sql: string, { isStatement } = { isStatement: true }): NamedTables {
  const tokens = tokensOf(sql);
  const words = isStatement ? tokens.map((token) => token.toUpperCase()) : tokens;
  const used = new Set<string>();
  const defined = new Set<string>();
  /** The nesting depths at which a comma is followed by another table. */
  const lists = new Set<number>();
  let depth = 0;
  for (const [at, word] of words.entries()) {
    if (word === "(") depth++;
    if (word === ")") lists.delete(depth--);
    if (ENDS_LIST.has(word)) lists.delete(depth);
    const name = definedName(words, at);
    if (name !== null) defined.add(tokens[name] ?? "");
    if (!comesBeforeTable(words, at) && !(word === "," && lists.has(depth))) continue;
    if (word === "FROM") lists.add(depth);
    const table = tableAfter(words, at);
    if (table !== null) used.add(tokens[table] ?? "");
  }
  return { used: [...used], defined: [...defined] };
}

/** The tokens, without comments and quoted values. */
function tokensOf(sql: string): string[] {
  const token =
    /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"(?<quoted>[^"]*)"|`(?<ticked>[^`]*)`|\[(?<framed>\w+)\]|[@:$]?\w+|[^\s\w]/g;
  return [...sql.matchAll(token)].flatMap(({ 0: whole, groups = {} }) =>
    /^(?:'|--|\/\*)/.test(whole) ? [] : [groups["quoted"] ?? groups["ticked"] ?? groups["framed"] ?? whole],
  );
}

function comesBeforeTable(words: readonly string[], at: number): boolean {
  switch (words[at]) {
    case "FROM":
      return words[at - 1] !== "DISTINCT";
    case "JOIN":
    case "INTO":
    case "IN":
      return true;
    case "UPDATE":
      return words[at - 1] !== "DO";
    case "TABLE":
      return words[at - 1] === "ALTER" || words[at - 1] === "DROP";
    case "ON":
      return words[at - 2] === "INDEX" || words[at - 2] === "EXISTS";
    default:
      return false;
  }
}

/** The position of the table name after these words; null for a subquery or function. */
function tableAfter(words: readonly string[], at: number): number | null {
  let name = at + 1;
  if (words[name] === "OR") name += 2;
  if (words[name] === "IF") name += 2;
  if (words[name + 1] === ".") name += 2;
  if (!/^[A-Z_a-z]\w*$/.test(words[name] ?? "") || words[name] === "SELECT") return null;
  const isCall = words[name + 1] === "(" && words[at] !== "INTO" && words[at] !== "ON";
  return isCall ? null : name;
}

/** The position of a name that is defined here: a created table, or a subquery before its `AS (`. */
function definedName(words: readonly string[], at: number): number | null {
  if (words[at] === "TABLE" && words.slice(Math.max(0, at - 2), at).includes("CREATE")) {
    const name = words[at + 1] === "IF" ? at + 4 : at + 1;
    return words[name + 1] === "." ? name + 2 : name;
  }
  if (words[at] !== "AS" || !words.slice(at + 1, at + 4).includes("(")) return null;
  if (words[at - 1] !== ")") return at - 1;
  const opens = words.lastIndexOf("(", at - 2);
  return opens > 0 ? opens - 1 : null;
}
