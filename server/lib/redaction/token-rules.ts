import { escapeSource } from "./edges.ts";
import type { Rule } from "./rule.ts";

const base64Url = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-";
const hexDigits = [..."0123456789abcdef"];

/** Tokens with a recognizable prefix; the more specific prefix comes first. */
const prefixed: [name: string, keywords: string[], pattern: RegExp][] = [
  ["ANTHROPIC_OAUTH", ["sk-ant-oat", "sk-ant-ort"], /sk-ant-o[ar]t[\w-]{20,}/y],
  ["ANTHROPIC_KEY", ["sk-ant-"], /sk-ant-[\w-]{20,}/y],
  ["OPENROUTER_KEY", ["sk-or-"], /sk-or-[\w-]{20,}/y],
  ["OPENAI_KEY", ["sk-proj-", "sk-svcacct-", "sk-admin-"], /sk-(?:proj|svcacct|admin)-[\w-]{20,}/y],
  ["OPENAI_KEY", ["sk-"], /sk-(?:[\w-]{16,74}T3BlbkFJ[\w-]{16,}|(?=[A-Za-z_]{0,40}\d)\w{32,})/y],
  ["GITHUB_TOKEN", ["ghp_", "gho_", "ghu_", "ghs_", "ghr_"], /gh[pousr]_[A-Za-z0-9_]{30,}/y],
  ["GITHUB_TOKEN", ["github_pat_"], /github_pat_[A-Za-z0-9_]{22,}/y],
  [
    "GITLAB_TOKEN",
    [
      "glpat-",
      "gldt-",
      "glrt-",
      "glptt-",
      "glcbt-",
      "glft-",
      "glimt-",
      "glagent-",
      "gloas-",
      "glsoat-",
      "GR1348941",
    ],
    /(?:gl(?:pat|dt|rt|ptt|cbt|ft|imt|agent|oas|soat)-|GR1348941)[\w-]{20,}(?:\.[\w-]{2,40}){0,3}/y,
  ],
  [
    "SLACK_TOKEN",
    ["xoxa-", "xoxb-", "xoxc-", "xoxd-", "xoxo-", "xoxp-", "xoxr-", "xoxs-"],
    /xox[a-z]-[\w%+/-]{10,}/y,
  ],
  ["SLACK_TOKEN", ["xoxe-", "xoxe.xox"], /xoxe(?:\.xox[bp])?-[\w-]{10,}/y],
  ["SLACK_TOKEN", ["xapp-"], /xapp-\d-[\w-]{20,}/y],
  ["GOOGLE_API_KEY", ["AIza"], /AIza[\w-]{35,}/y],
  ["GOOGLE_CLIENT_SECRET", ["GOCSPX-"], /GOCSPX-[\w-]{20,}/y],
  ["GOOGLE_OAUTH", ["ya29."], /ya29\.[\w.-]{20,}/y],
  ["GOOGLE_REFRESH_TOKEN", ["1//0"], /1\/\/0[\w-]{40,}/y],
  [
    "TWILIO_KEY",
    hexDigits.map((digit) => `SK${digit}`),
    /SK(?=[a-f0-9]{0,31}\d)(?=\d{0,31}[a-f])[a-f0-9]{32}(?!\w)/y,
  ],
  ["AWS_ACCESS_KEY_ID", ["AKIA", "ASIA", "ABIA", "ACCA"], /A(?:KIA|SIA|BIA|CCA)[A-Z0-9]{16}(?![A-Za-z0-9])/y],
  ["STRIPE_KEY", ["sk_live_", "sk_test_", "rk_live_", "rk_test_"], /[rs]k_(?:live|test)_[A-Za-z0-9]{16,}/y],
  ["STRIPE_KEY", ["whsec_"], /whsec_[A-Za-z0-9+/]{24,}={0,2}/y],
  ["NPM_TOKEN", ["npm_"], /npm_[A-Za-z0-9]{30,}/y],
  ["PYPI_TOKEN", ["pypi-AgE"], /pypi-AgE[\w-]{40,}/y],
  ["SENDGRID_KEY", ["SG."], /SG\.[\w-]{16,32}\.[\w-]{32,}/y],
  ["HUGGING_FACE_TOKEN", ["hf_", "api_org_"], /(?:hf_|api_org_)[A-Za-z0-9]{30,}/y],
  ["GROQ_KEY", ["gsk_"], /gsk_[A-Za-z0-9]{40,}/y],
  ["ONEPASSWORD_TOKEN", ["ops_"], /ops_[A-Za-z0-9_-]{40,}={0,2}/y],
  ["JWT", ["eyJ"], /eyJ[\w-]{10,}\.[\w-]{10,}\.[\w-]{10,}/y],
  ["AGE_SECRET_KEY", ["AGE-SECRET-KEY-"], /AGE-SECRET-KEY-(?:PQ-)?1[A-Z0-9]{40,}/y],
  ["XAI_KEY", ["xai-"], /xai-[A-Za-z0-9]{60,}/y],
  ["PERPLEXITY_KEY", ["pplx-"], /pplx-[A-Za-z0-9]{40,}/y],
  ["REPLICATE_TOKEN", ["r8_"], /r8_[A-Za-z0-9]{32,}/y],
  ["DIGITALOCEAN_TOKEN", ["dop_v1_", "doo_v1_", "dor_v1_"], /do[opr]_v1_[a-f0-9]{60,}/y],
  ["DATABRICKS_TOKEN", ["dapi"], /dapi[a-f0-9]{32}(?:-\d)?(?![\w])/y],
  ["LINEAR_KEY", ["lin_api_", "lin_oauth_"], /lin_(?:api|oauth)_[A-Za-z0-9]{32,}/y],
  ["NOTION_TOKEN", ["ntn_"], /ntn_[A-Za-z0-9]{40,}/y],
  ["SHOPIFY_TOKEN", ["shpat_", "shpca_", "shppa_", "shpss_"], /shp(?:at|ca|pa|ss)_[A-Fa-f0-9]{32}/y],
  ["VAULT_TOKEN", ["hvs.", "hvb.", "hvr."], /hv[sbr]\.[\w-]{24,}/y],
  ["DOCKER_TOKEN", ["dckr_pat_", "dckr_oat_"], /dckr_[op]at_[\w-]{24,}/y],
  ["GRAFANA_TOKEN", ["glsa_", "glc_"], /(?:glsa_[A-Za-z0-9]{32}_[a-f0-9]{8}|glc_[A-Za-z0-9+/]{32,}={0,2})/y],
  ["SENTRY_TOKEN", ["sntrys_", "sntryu_"], /sntry[su]_[\w+/=-]{40,}/y],
  ["ATLASSIAN_TOKEN", ["ATATT3", "ATCTT3"], /AT[AC]TT3[\w=-]{60,}/y],
  ["POSTMAN_KEY", ["PMAK-"], /PMAK-[a-f0-9]{24}-[a-f0-9]{34}/y],
  ["FIGMA_TOKEN", ["figd_"], /figd_[\w-]{36,}/y],
  ["SIGNALBOX_TOKEN", ["sbx_self_"], /sbx_self_\d{1,15}_[\w-]{43}/y],
  ["SUPABASE_KEY", ["sbp_", "sb_secret_"], /(?:sbp_[a-f0-9]{40}|sb_secret_[\w-]{20,})/y],
];

/** Shapes whose first part varies, so that they are found by what follows it. */
const suffixed: Rule[] = [
  {
    name: "SERVICE_KEY",
    keywords: hexDigits.flatMap((first) => hexDigits.map((second) => `_${first}${second}`)),
    pattern: /_[0-9a-f]{64}(?![0-9A-Za-z])/y,
    before: new RegExp(`(?:(?<![A-Za-z0-9_\\\\])|(?<=${escapeSource}))[A-Za-z][A-Za-z0-9_]{0,31}$`),
    accepts: (key) => !/^(?:.*_)?(?:sha\d*|hash|digest|blake\w*|checksum|integrity)_/i.test(key),
  },
  {
    name: "TELEGRAM_TOKEN",
    keywords: [...base64Url].map((char) => `:A${char}`),
    pattern: /:A[\w-]{34}(?![\w-])/y,
    before: /(?<![0-9])\d{6,12}$/,
  },
];

export const tokenRules: Rule[] = [
  ...prefixed.map(([name, keywords, pattern]) => ({ name, keywords, pattern, leftEdge: true })),
  ...suffixed,
];
