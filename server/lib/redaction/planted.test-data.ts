import { seededFill } from "./seeded.test-data.ts";

export interface Planted {
  /** The marker's name. */
  name: string;
  /** What must be gone. */
  secret: string;
  text: string;
}

const fill = seededFill(20_261_120);
const more = seededFill(20_261_123);
const itself = (name: string, secret: string): Planted => ({ name, secret, text: secret });
const within = (name: string, text: string, secret: string): Planted => ({
  name,
  secret,
  text: text.replace("%s", () => secret),
});

export const tokens: Planted[] = [
  itself("ANTHROPIC_OAUTH", `sk-ant-oat01-${fill("word", 86)}AA`),
  itself("ANTHROPIC_OAUTH", `sk-ant-ort01-${fill("word", 86)}AA`),
  itself("ANTHROPIC_KEY", `sk-ant-api03-${fill("word", 93)}AA`),
  itself("OPENROUTER_KEY", `sk-or-v1-${fill("hex", 64)}`),
  itself("OPENAI_KEY", `sk-proj-${fill("word", 74)}T3BlbkFJ${fill("word", 74)}`),
  itself("OPENAI_KEY", `sk-svcacct-${fill("word", 60)}`),
  itself("OPENAI_KEY", `sk-admin-${fill("word", 60)}`),
  itself("OPENAI_KEY", `sk-${fill("alnum", 20)}T3BlbkFJ${fill("alnum", 20)}`),
  itself("OPENAI_KEY", `sk-${fill("alnum", 48)}`),
  ...["ghp", "gho", "ghu", "ghs", "ghr"].map((kind) =>
    itself("GITHUB_TOKEN", `${kind}_${fill("alnum", 36)}`),
  ),
  itself("GITHUB_TOKEN", `github_pat_${fill("alnum", 22)}_${fill("alnum", 59)}`),
  ...["glpat", "gldt", "glrt", "glptt", "glcbt"].map((kind) =>
    itself("GITLAB_TOKEN", `${kind}-${fill("word", 20)}`),
  ),
  itself("SLACK_TOKEN", `xoxb-${fill("digit", 12)}-${fill("digit", 12)}-${fill("alnum", 24)}`),
  itself("SLACK_TOKEN", `xoxe.xoxp-1-${fill("alnum", 140)}`),
  itself("SLACK_TOKEN", `xapp-1-A${fill("upper", 10)}-${fill("digit", 12)}-${fill("hex", 64)}`),
  itself("GOOGLE_API_KEY", `AIza${fill("word", 35)}`),
  itself("GOOGLE_CLIENT_SECRET", `GOCSPX-${fill("word", 28)}`),
  itself("GOOGLE_OAUTH", `ya29.a0${fill("word", 120)}`),
  itself("GOOGLE_REFRESH_TOKEN", `1//0${more("word", 100)}`),
  itself("TWILIO_KEY", `SK${more("hex", 32)}`),
  itself("AWS_ACCESS_KEY_ID", `AKIA${fill("upper", 16)}`),
  itself("AWS_ACCESS_KEY_ID", `ASIA${fill("upper", 16)}`),
  ...["sk_live", "sk_test", "rk_live"].map((kind) => itself("STRIPE_KEY", `${kind}_${fill("alnum", 24)}`)),
  itself("STRIPE_KEY", `whsec_${fill("alnum", 32)}`),
  itself("NPM_TOKEN", `npm_${fill("alnum", 36)}`),
  itself("PYPI_TOKEN", `pypi-AgEIcHlwaS5vcmc${fill("word", 120)}`),
  itself("SENDGRID_KEY", `SG.${fill("word", 22)}.${fill("word", 43)}`),
  itself("HUGGING_FACE_TOKEN", `hf_${fill("alnum", 34)}`),
  itself("GROQ_KEY", `gsk_${fill("alnum", 52)}`),
  itself("ONEPASSWORD_TOKEN", `ops_eyJ${fill("alnum", 250)}`),
  itself("TELEGRAM_TOKEN", `${fill("digit", 10)}:AA${fill("alnum", 33)}`),
  itself("DISCORD_TOKEN", `M${fill("alnum", 23)}.${fill("alnum", 6)}.${fill("alnum", 27)}`),
  itself("JWT", `eyJhbGciOiJIUzI1NiJ9.eyJ${fill("word", 60)}.${fill("word", 43)}`),
  itself("AGE_SECRET_KEY", `AGE-SECRET-KEY-1${fill("upper", 58)}`),
  itself("SERVICE_KEY", `signalbox_${fill("hex", 64)}`),
  itself("SIGNALBOX_TOKEN", `sbx_self_12_${seededFill(20_261_121)("word", 43)}`),
];

export const inContext: Planted[] = [
  within(
    "SLACK_WEBHOOK",
    "https://hooks.slack.com/services/%s",
    `T${fill("upper", 8)}/B${fill("upper", 10)}/${fill("alnum", 24)}`,
  ),
  within("AWS_SECRET_KEY", "aws_secret_access_key = %s", fill("base64", 40)),
  within("AWS_SECRET_KEY", '"SecretAccessKey": "%s"', fill("base64", 40)),
  within("AZURE_ACCOUNT_KEY", "AccountName=x;AccountKey=%s;EndpointSuffix=core", `${fill("base64", 86)}==`),
  within("URL_PASSWORD", "git clone https://user:%s@example.org/x.git", fill("alnum", 12)),
  within("URL_TOKEN", "git clone https://%s@example.org/x.git", fill("alnum", 40)),
  within("DATABASE_URL", "postgres://app:%s@db.local:5432/app", fill("alnum", 14)),
  within("DATABASE_URL", "mongodb+srv://u:%s@c.example.org/x", fill("alnum", 14)),
  within("DATABASE_URL", "redis://:%s@cache:6379/0", `${fill("alnum", 6)}@${fill("alnum", 6)}`),
  within("AUTHORIZATION", "Authorization: Bearer %s", fill("alnum", 40)),
  within("AUTHORIZATION", "curl -H 'authorization: Basic %s' x", `${fill("base64", 30)}==`),
  within("BEARER_TOKEN", "sent Bearer %s to it", fill("word", 32)),
  within("API_KEY_HEADER", 'curl -H "X-API-Key: %s"', fill("alnum", 24)),
  within("ENV_SECRET", "DATABASE_PASSWORD=%s", fill("alnum", 20)),
  within("ENV_SECRET", "export SERVICE_API_KEY='%s'", fill("lower", 24)),
  within("ASSIGNED_SECRET", '{"apiToken": "%s"}', fill("alnum", 24)),
  within("ASSIGNED_SECRET", '{\\"client_secret\\":\\"%s\\"}', fill("alnum", 32)),
  within("ASSIGNED_SECRET", "api_key: %s", fill("hex", 32)),
  within("ASSIGNED_SECRET", "GET /x?access_token=%s&page=2", fill("alnum", 32)),
  within("FLAG_SECRET", "deploy --api-token %s --dry-run", fill("alnum", 32)),
  within(
    "PRIVATE_KEY",
    '"-----BEGIN RSA PRIVATE KEY-----\\n%s',
    `${fill("base64", 64)}\\n${fill("base64", 20)}==`,
  ),
];

const keyBody = Array.from({ length: 12 }, () => fill("base64", 64)).concat(`${fill("base64", 10)}==`);

/** Line by line, for each line must be gone. */
export const keyLines: readonly string[] = keyBody;
export const privateKey = ["-----BEGIN PRIVATE KEY-----", ...keyBody, "-----END PRIVATE KEY-----"].join("\n");
