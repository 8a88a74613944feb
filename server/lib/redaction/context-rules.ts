import {
  isAssignedSecret,
  isBareSecret,
  isCredential,
  isEnvironmentSecret,
  isMixedPassword,
  isPassword,
  isUnlikeWords,
  isUrlPassword,
} from "./plausible.ts";
import type { Rule } from "./rule.ts";

/** Text inside JSON inside JSON carries its quotes and tabs escaped: 1, 3, 7 or 15 backslashes. */
const quote = "\\\\{0,15}[\"'`]";
const gap = "(?:[ \\t]|\\\\{1,15}t){0,6}";
const assign = `(?:${quote})?${gap}(?::=|=>|[:=](?![:=]))${gap}`;

/** No dot, so that `config.token` stays; no bracket, so that a call, an index and a marker stay. */
const plain = "[A-Za-z0-9_+/~!@#%^*-]";
const bareValue = `${plain}{16,}={0,2}(?![A-Za-z0-9_+/~!@#%^*=:(\\[-]|\\.[^\\s"'\`\\\\)])`;
const quotedValue = `[A-Za-z0-9_+/~!@#%^*.-]{16,}={0,2}(?=${quote})`;

const credentialWords = [
  "token",
  "secret",
  "password",
  "passwd",
  "passphrase",
  "credential",
  "credentials",
  "secret_key_base",
  "_pwd",
  "_pass",
  "_auth",
  ...[
    "api",
    "access",
    "secret",
    "private",
    "auth",
    "signing",
    "encryption",
    "master",
    "account",
    "shared",
  ].flatMap((kind) => [`${kind}key`, `${kind}_key`, `${kind}-key`]),
];

const awsSecretWords = ["secretaccesskey", "secret_access_key", "aws_secret_key", "awssecretkey"];
const anyOf = (words: readonly string[]) => `(?:${words.join("|")})`;
const credentialName = new RegExp(`(?:${credentialWords.join("|")}|authorization|^auth)$`, "i");

/** Does a key of this name say something about its value that the value alone does not? */
export function isTellingName(name: string): boolean {
  return credentialName.test(name.slice(-40));
}

const inUrl = "[^\\s\"'`\\\\<>(){}\\[\\]|,;/]";
const slashes = "\\\\{0,2}/\\\\{0,2}/";
const userInfo = `:${slashes}[^\\s"'\`\\\\<>(){}\\[\\]|,;/:@]{0,64}:(${inUrl}{3,256})(?=@)`;
const databaseScheme =
  "(?:postgres(?:ql)?|mysql2?|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|clickhouse)";

const urls: Rule[] = [
  {
    name: "DATABASE_URL",
    keywords: ["://", ":\\/\\/"],
    pattern: new RegExp(`(?<=${databaseScheme}(?:\\+[a-z0-9]{1,16})?)${userInfo}`, "iy"),
    accepts: isUrlPassword,
  },
  {
    name: "URL_PASSWORD",
    keywords: ["://", ":\\/\\/"],
    pattern: new RegExp(`(?<=[A-Za-z0-9])${userInfo}`, "y"),
    accepts: isUrlPassword,
  },
  {
    name: "URL_TOKEN",
    keywords: ["://", ":\\/\\/"],
    pattern: new RegExp(`(?<=[A-Za-z0-9]):${slashes}([\\w%.~+-]{20,512})(?=@)`, "y"),
    accepts: isUnlikeWords,
  },
  {
    name: "SLACK_WEBHOOK",
    keywords: ["hooks.slack.com", "hooks.slack-gov.com"],
    pattern:
      /hooks\.slack(?:-gov)?\.com(?:\\{0,2}\/)(?:services|workflows|triggers)(?:\\{0,2}\/)([\w+/\\]{20,}(?<!\\))/y,
  },
  {
    name: "DISCORD_WEBHOOK",
    keywords: ["/api/webhooks/"],
    pattern: /\/api\/webhooks\/\d{15,22}\/([\w-]{50,})/y,
  },
];

const headerValue = "[A-Za-z0-9._~+/-]";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** `user:password` in base64, as a registry's sign-in and basic authentication are written. */
function isUserAndPassword(value: string): boolean {
  try {
    return /^[^\p{Cc}:]+:\P{Cc}+$/u.test(utf8.decode(Buffer.from(value, "base64")));
  } catch {
    return false;
  }
}

/** What stands between two words of a header that is written as code, as a list, in an address or over two lines. */
const between = `(?:${quote}|[ \\t,+]|%20|\\\\{1,15}[nrt]|\\r?\\n[ \\t])`;

const cookiePair = "[\\w.-]{1,64}";
const cookieValue = "[^\\s;,\"'()<>{}\\\\]{0,1024}";

/** Does one of its cookies hold what looks like a session? */
const holdsSession = (value: string): boolean =>
  value.split(/; */).some((pair) => {
    const [, content] = /^[\w.-]+=(\S{16,})$/.exec(pair) ?? [];
    return content !== undefined && isUnlikeWords(content);
  });

const headers: Rule[] = [
  {
    name: "AUTHORIZATION",
    keywords: ["authorization"],
    foldCase: true,
    pattern: new RegExp(
      `authorization${assign}(?:${quote})?(?:bearer|basic|token|apikey|api-key|dpop|negotiate|ntlm)${gap}(${headerValue}{4,}={0,2})`,
      "iy",
    ),
    accepts: isCredential,
  },
  {
    name: "AUTHORIZATION",
    keywords: ["authorization"],
    foldCase: true,
    pattern: new RegExp(
      `authorization${assign}(?:${quote})?(?:[A-Za-z][A-Za-z0-9-]{1,24}[ \\t])?(${headerValue}{16,}={0,2})(?![\\w(\\[])`,
      "iy",
    ),
    accepts: isBareSecret,
  },
  {
    name: "BASIC_CREDENTIALS",
    keywords: ["basic"],
    foldCase: true,
    pattern: new RegExp(`basic${between}{1,8}([A-Za-z0-9+/]{8,}={0,2})(?![A-Za-z0-9+/])`, "iy"),
    accepts: isUserAndPassword,
  },
  {
    name: "COOKIE",
    keywords: ["cookie"],
    foldCase: true,
    pattern: new RegExp(
      `cookie(?:${assign}(?:${quote})?|${quote}${between}{1,8})(${cookiePair}=${cookieValue}(?:; ?${cookiePair}(?:=${cookieValue})?){0,20})`,
      "iy",
    ),
    accepts: holdsSession,
  },
  {
    name: "BEARER_TOKEN",
    keywords: ["bearer"],
    foldCase: true,
    pattern: new RegExp(`bearer(?:[ \\t]|%20|\\\\{1,15}t){1,4}(${headerValue}{20,}={0,2})`, "iy"),
    accepts: isUnlikeWords,
  },
  {
    name: "API_KEY_HEADER",
    keywords: ["x-api-key"],
    foldCase: true,
    pattern: new RegExp(
      `x-api-key(?:${gap}[:=]${gap}|${assign}${quote})(${headerValue}{8,}={0,2})(?![\\w(\\[])`,
      "iy",
    ),
    accepts: isCredential,
  },
  {
    name: "API_KEY_HEADER",
    keywords: ["x-api-key"],
    foldCase: true,
    pattern: new RegExp(`x-api-key${assign}(${headerValue}{16,}={0,2})(?![\\w(\\[])`, "iy"),
    accepts: isBareSecret,
  },
];

const passwordWords = ["password", "passwd", "passphrase", "_pwd", "_pass"];
const passwordName = anyOf(passwordWords);
const apart = "(?:[ \\t\\r\\n]|\\\\{1,15}[nrt]){1,6}";

/** A password is shorter than a token, and holds any sign. */
const passwords: Rule[] = [
  {
    name: "ENV_SECRET",
    next: "=",
    keywords: passwordWords.map((word) => word.toUpperCase()),
    pattern: new RegExp(`${passwordName.toUpperCase()}=(?:${quote})?([^\\s"'\`\\\\]{6,128})`, "y"),
    accepts: isPassword,
  },
  {
    name: "ASSIGNED_SECRET",
    keywords: passwordWords,
    foldCase: true,
    next: "=:\"'`\\ \t",
    pattern: new RegExp(`${passwordName}${assign}${quote}([^\\s"'\`\\\\]{8,128})(?=${quote})`, "iy"),
    accepts: isPassword,
  },
  {
    name: "ASSIGNED_SECRET",
    keywords: passwordWords,
    foldCase: true,
    next: "=:\"'`\\ \t",
    pattern: new RegExp(
      `(?:${passwordName}${assign}|(?<=--[a-z-]{0,24})password {1,4}(?:${quote})?)(${plain}{8,15})(?![A-Za-z0-9_+/~!@#%^*=:(\\[-]|\\.[^\\s"'\`\\\\)])`,
      "iy",
    ),
    accepts: isMixedPassword,
  },
  {
    name: "CURL_USER",
    keywords: ["curl"],
    pattern: new RegExp(
      `curl\\b(?:[^\\n|;&"']|\\\\\\r?\\n|"[^"\\n]{0,300}"|'[^'\\n]{0,300}'){0,400}?[ \\t](?:-u|--user)[ =]{0,2}(?:${quote})?[^\\s:"']{1,64}:([^\\s"'\`\\\\]{3,128})`,
      "y",
    ),
    accepts: isUrlPassword,
  },
  {
    name: "NETRC_PASSWORD",
    keywords: ["password"],
    pattern: new RegExp(
      `(?<=(?:default|machine${apart}[^\\s\\\\]{1,100})${apart}login${apart}[^\\s\\\\]{1,100}${apart})password${apart}([^\\s"'\`\\\\]{3,128})`,
      "y",
    ),
    accepts: isPassword,
  },
];

const assignments: Rule[] = [
  {
    name: "AWS_SECRET_KEY",
    keywords: awsSecretWords,
    foldCase: true,
    pattern: new RegExp(
      `${anyOf(awsSecretWords)}${assign}(?:${quote})?([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])`,
      "iy",
    ),
  },
  {
    name: "AZURE_ACCOUNT_KEY",
    keywords: ["AccountKey=", "SharedAccessKey="],
    pattern: /(?:Account|SharedAccess)Key=([A-Za-z0-9+/]{40,}={0,2})/y,
  },
  {
    name: "DOCKER_AUTH",
    keywords: ['auth"', 'auth\\"', 'auth\\\\\\"'],
    pattern: new RegExp(`auth${assign}${quote}([A-Za-z0-9+/]{16,}={0,2})(?=${quote})`, "y"),
    accepts: (value) => isUserAndPassword(value) || isUnlikeWords(value),
  },
  {
    name: "ENV_SECRET",
    next: "=",
    keywords: credentialWords.map((word) => word.toUpperCase()),
    pattern: new RegExp(`${anyOf(credentialWords).toUpperCase()}=(?:${quote})?(${bareValue})`, "y"),
    accepts: isEnvironmentSecret,
  },
  {
    name: "ASSIGNED_SECRET",
    keywords: credentialWords,
    foldCase: true,
    next: "=:\"'`\\ \t",
    pattern: new RegExp(
      `${anyOf(credentialWords)}${assign}(?:${quote}(${quotedValue})|(${bareValue}))`,
      "iy",
    ),
    accepts: (value, before) => (/["'`]/.test(before) ? isAssignedSecret(value) : isBareSecret(value)),
  },
  {
    name: "FLAG_SECRET",
    next: " ",
    keywords: ["token", "secret", "password", "api-key", "access-key", "secret-key", "private-key"],
    foldCase: true,
    pattern: new RegExp(
      `(?<=--[a-z-]{0,24})(?:token|secret|password|(?:api|access|secret|private)-key) {1,4}(?:${quote})?(${bareValue})`,
      "iy",
    ),
    accepts: isAssignedSecret,
  },
];

export const contextRules: Rule[] = [...urls, ...headers, ...assignments, ...passwords];
