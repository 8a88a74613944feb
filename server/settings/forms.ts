import { isIP } from "node:net";

/** What a variable can be set to. */
export interface Form<Value> {
  /** Follows "NAME must be". */
  is: string;
  /** Takes the text without white space around it; undefined if it does not have this form. */
  read(text: string): Value | undefined;
  /** Messages do not repeat it. */
  isSecret?: true;
}

const hasControls = (text: string): boolean => /\p{Cc}/u.test(text);

/** Any text on one line. */
export const line: Form<string> = {
  is: "text on one line",
  read: (text) => (hasControls(text) ? undefined : text),
};

/** What goes into a header of a request, or is compared with one. */
export const secret: Form<string> = {
  is: "text without spaces or line breaks",
  read: (text) => (/^[\x21-\x7e]+$/.test(text) ? text : undefined),
  isSecret: true,
};

export const secretLine: Form<string> = { ...line, isSecret: true };

export const pem: Form<string> = {
  is: "the text of a .p8 key, or the path of one",
  read: (text) => (hasControls(text) && !text.includes("-----BEGIN") ? undefined : text),
  isSecret: true,
};

export const keyList: Form<string> = {
  is: "keys separated by commas, without line breaks",
  read: (text) => (hasControls(text) ? undefined : text),
  isSecret: true,
};

export const metricsKey: Form<string> = {
  is: "at least 16 characters without spaces",
  read: (text) => (/^[\x21-\x7e]{16,}$/.test(text) ? text : undefined),
  isSecret: true,
};

/** Words that start a program. */
export const command: Form<readonly string[]> = {
  is: "a program and its arguments on one line",
  read: (text) => (hasControls(text) ? undefined : text.split(/\s+/)),
};

export const path: Form<string> = { ...line, is: "a path on one line" };

export const flag: Form<boolean> = {
  is: '"1" for on or "0" for off',
  read: (text) => ({ "1": true, "0": false })[text],
};

const quoted = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(" or ");

export const choice = <Name extends string>(...names: readonly Name[]): Form<Name> => ({
  is: quoted(names),
  read: (text) => names.find((name) => name === text),
});

const splitList = (text: string): string[] =>
  text.split(",").flatMap((part) => {
    const trimmed = part.trim().toLowerCase();
    return trimmed === "" ? [] : [trimmed];
  });

/** In lower case. */
function listOf<Value>(is: string, read: (part: string) => Value | undefined): Form<Value[]> {
  return {
    is,
    read(text) {
      const values: Value[] = [];
      for (const part of splitList(text)) {
        const value = read(part);
        if (value === undefined) return undefined;
        values.push(value);
      }
      return values;
    },
  };
}

export const choices = <Name extends string>(...names: readonly Name[]): Form<Name[]> =>
  listOf(`a list of ${quoted(names)}, separated by commas`, choice(...names).read);

const wholeFrom = (least: number, most: number, is: string): Form<number> => ({
  is,
  read(text) {
    const count = Number(text);
    return Number.isInteger(count) && count >= least && count <= most ? count : undefined;
  },
});

export const port = wholeFrom(0, 65_535, "a port number from 0 (any free port) to 65535");
export const megabytes = wholeFrom(0, 10_000_000, "a whole number of megabytes from 0 to 10000000");
export const count = (most: number): Form<number> => wholeFrom(1, most, `a whole number from 1 to ${most}`);

/** Takes fractions, and zero. */
export const seconds = (most: number): Form<number> => ({
  is: `a number of seconds from 0 to ${most}`,
  read(text) {
    const value = Number(text);
    return value >= 0 && value <= most ? value : undefined;
  },
});

/** Epoch ms. */
export const instant: Form<number> = {
  is: "a time such as 2026-11-21T09:00:00Z",
  read(text) {
    const time = Date.parse(text);
    return Number.isNaN(time) ? undefined : time;
  },
};

const isHost = (text: string): boolean =>
  isIP(text) !== 0 ||
  (text.length <= 253 && /^[a-z0-9](?:[\w-]*[a-z0-9])?(?:\.[a-z0-9](?:[\w-]*[a-z0-9])?)*\.?$/i.test(text));

export const host: Form<string> = {
  is: "a host name or an IP address",
  read: (text) => (isHost(text) ? text : undefined),
};

export const domains = listOf("domain names separated by commas, such as example.com", (part) =>
  isHost(part) && isIP(part) === 0 ? part : undefined,
);

/** Each with or without a port; IPv6 in brackets. */
export const hosts = listOf("hosts separated by commas, each with or without a port", (part) => {
  const url = /[\s/?#@]/.test(part) ? null : URL.parse(`http://${isIP(part) === 6 ? `[${part}]` : part}`);
  return url === null ? undefined : part;
});

/** Without the slashes at its end. */
const urlWith = (is: string, protocols: RegExp): Form<string> => ({
  is,
  read: (text) =>
    !/\s/.test(text) && protocols.test(URL.parse(text)?.protocol ?? "")
      ? text.replace(/\/+$/, "")
      : undefined,
});

export const url = urlWith("an http or https address", /^https?:$/);
export const httpsUrl = urlWith("an https address", /^https:$/);

/** As it is written: with a scheme, or a host with or without a port. */
export const address: Form<string> = {
  is: "a host name, or an http or https address",
  read(text) {
    const parsed = /\s/.test(text) ? null : URL.parse(text.includes("://") ? text : `https://${text}`);
    return parsed && /^https?:$/.test(parsed.protocol) && parsed.hostname !== "" ? text : undefined;
  },
};

const isEmail = (text: string): boolean => /^[^\s=@,]+@[^\s=@,]+$/.test(text);

export const email: Form<string> = {
  is: "an email address",
  read: (text) => (isEmail(text) ? text : undefined),
};

const people = listOf("pairs such as +4915112345678=ada@example.com, separated by commas", (pair) => {
  const [, number = "", mail = ""] = /^\+?([\d .()-]+)=\s*(\S+)$/.exec(pair) ?? [];
  const digits = number.replace(/\D/g, "");
  return digits !== "" && isEmail(mail) ? ([digits, mail] as const) : undefined;
});

/** Email addresses by the digits of numbers. */
export const peopleByNumber: Form<ReadonlyMap<string, string>> = {
  is: people.is,
  read(text) {
    const pairs = people.read(text);
    return pairs === undefined ? undefined : new Map(pairs);
  },
};
