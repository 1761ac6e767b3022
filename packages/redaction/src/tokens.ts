import { alphanumeric, base64, base64url, characterSet, dotted, dottedBase64, hexadecimal, word, type CharacterSet } from './characters.ts'

/**
 * A secret with a known prefix, as documented by its issuer or seen in public. The longest run of `characters` after the prefix must be `min` to `max` long.
 */
export interface TokenRule {
  rule: string
  description: string
  prefixes: readonly string[]
  characters: CharacterSet
  min: number
  max: number
  /** Test for the whole token with its prefix. Must be simple and anchored, and sees at most 512 characters. */
  test?: RegExp
  /** Characters that must not precede the token. Default: letters and digits. */
  notAfter?: CharacterSet
  /** The token may be longer than `max`. The rest of the run then belongs to it. */
  open?: true
  /** Unique enough to be detected directly after letters. The prefix ends in `_`. */
  glued?: true
}

const lower = characterSet('a-z0-9')
const upper = characterSet('A-Z0-9')
const slashed = characterSet('A-Za-z0-9_/-')
const afterWord = characterSet('A-Za-z0-9_-')

/** Requires a long piece without hyphens, with digits and letters. Names in CSS and of models begin like some keys. */
const dense = /(?<![A-Za-z0-9])(?=[A-Za-z0-9]*[0-9])(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{16}/
const withDigit = /\d/
const mixed = /^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])/

type Options = Pick<TokenRule, 'test' | 'notAfter' | 'open' | 'glued'>

const row = (
  rule: string,
  description: string,
  prefixes: string,
  characters: CharacterSet,
  [min, max]: readonly [number, number],
  options: Options = {},
): TokenRule => ({ rule, description, prefixes: prefixes.split(' '), characters, min, max, ...options })

/** All token rules. The first match wins, so longer prefixes come first. */
export const tokenRules: readonly TokenRule[] = [
  row('reason-key', 'Key of a gateway of Reason', 'rsk_', base64url, [20, 160], {
    test: /^rsk_(?:(?=.*\d)(?=.*[A-Z])|(?=(?:.*[a-z][A-Z]){3})|(?=(?:.*[a-z]\d){3})(?=.*[a-z\d]{12})).*[A-Za-z\d]{8}/,
    glued: true,
  }),

  // Code hosting and registries
  row('github-token', 'GitHub fine-grained token', 'github_pat_', word, [22, 255]),
  row('github-token', 'GitHub token in an address of a raw file', 'GHSAT0AAAAAA', upper, [20, 40]),
  row('github-token', 'GitHub token', 'ghp_ gho_ ghu_ ghs_ ghr_', dotted, [30, 512], {
    open: true,
    test: /^gh[pousr]_[A-Za-z0-9_]{20}/,
    glued: true,
  }),
  row(
    'gitlab-token',
    'GitLab token',
    'glpat- gldt- glrt- glrtr- glcbt- glptt- glft- glimt- glagent- gloas- glsoat- glffct- glwt-',
    dotted,
    [20, 300],
  ),
  row('gitlab-token', 'GitLab runner registration token', 'GR1348941', base64url, [20, 64]),
  row('atlassian-token', 'Atlassian or Bitbucket token', 'ATATT3 ATCTT3 ATSTT3 ATBB BBDC-', dottedBase64, [20, 400], { test: withDigit }),
  row('npm-token', 'npm token', 'npm_', alphanumeric, [36, 80]),
  row('pypi-token', 'PyPI token', 'pypi-AgEIcHlwaS5vcmc pypi-AgENdGVzdC5weXBpLm9yZw', base64url, [30, 512], { open: true }),
  row('pypi-token', 'PyPI token', 'pypi-', base64url, [50, 512], { open: true, test: mixed }),
  row('rubygems-token', 'RubyGems token', 'rubygems_', hexadecimal, [48, 48]),
  row('cargo-token', 'crates.io token', 'cio', alphanumeric, [32, 32], { test: mixed }),
  row('nuget-token', 'NuGet key', 'oy2', lower, [43, 43], { test: withDigit }),
  row('clojars-token', 'Clojars token', 'CLOJARS_', alphanumeric, [60, 60]),
  row('docker-token', 'Docker token', 'dckr_pat_ dckr_oat_', base64url, [20, 64]),
  row('jfrog-token', 'JFrog Artifactory token', 'AKCp', alphanumeric, [64, 80]),
  row('jfrog-token', 'JFrog Artifactory reference token', 'cmVmd', alphanumeric, [55, 70]),
  row('jsr-token', 'JSR token', 'jsrp_ jsrd_', alphanumeric, [32, 64], { test: withDigit }),
  row('depot-token', 'Depot token', 'depot_org_ depot_project_ depot_user_', hexadecimal, [40, 80]),
  row('socket-token', 'Socket key', 'sktsec_', base64url, [32, 80]),
  row('chromatic-token', 'Chromatic project token', 'chpt_', alphanumeric, [12, 24], { test: withDigit }),
  row('deepsource-token', 'DeepSource token', 'dsp_ dst_', hexadecimal, [40, 40]),

  // Clouds
  row('aws-access-key', 'AWS access key id', 'AKIA ASIA ABIA ACCA AGPA AIDA AROA AIPA ANPA ANVA', upper, [16, 16]),
  row('aws-access-key', 'AWS access key id', 'A3T', upper, [17, 17], { test: withDigit }),
  row('aws-mws-token', 'Amazon MWS token', 'amzn.mws.', characterSet('0-9a-f-'), [36, 36]),
  row('amazon-token', 'Login with Amazon secret', 'amzn1.oa2-cs.v1.', hexadecimal, [64, 64]),
  row('amazon-token', 'Login with Amazon token', 'Atza| Atzr|', characterSet('A-Za-z0-9_+/=-'), [60, 512], { open: true }),
  row('aws-bedrock-key', 'Amazon Bedrock API key', 'ABSK', base64, [100, 300], { test: mixed }),
  row('aws-bedrock-key', 'Amazon Bedrock API key', 'bedrock-api-key-', base64, [40, 512], { open: true }),
  row('aws-session-token', 'AWS session token', 'IQoJb3JpZ2luX2Vj FwoGZXIvYXdz FQoGZXIvYXdz', base64, [80, 512], { open: true }),
  row('google-api-key', 'Google API key', 'AIza', base64url, [35, 39]),
  row('google-api-key', 'Google API key', 'AQ.', dotted, [40, 120], { test: mixed }),
  row('google-oauth', 'Google OAuth token or client secret', 'ya29. GOCSPX- 1//', dotted, [24, 512], { open: true, test: /\d|GOCSPX/ }),
  row('google-hmac-key', 'Google Cloud Storage HMAC key', 'GOOG1E GOOGTS', upper, [54, 58], { test: withDigit }),
  row('firebase-key', 'Firebase Cloud Messaging key', 'AAAA', characterSet('A-Za-z0-9_:-'), [100, 200], {
    test: /^AAAA[\w-]{7}:[\w-]{100}/,
  }),
  row('digitalocean-token', 'DigitalOcean token', 'dop_v1_ doo_v1_ dor_v1_', hexadecimal, [64, 64]),
  row('digitalocean-token', 'DigitalOcean Spaces key', 'DO00', upper, [16, 18], { test: /\d[A-Z]|[A-Z]\d/ }),
  row('heroku-key', 'Heroku key', 'HRKU-', base64url, [36, 80]),
  row('cloudflare-token', 'Cloudflare token', 'cfk_ cfut_ cfat_', alphanumeric, [40, 64]),
  row('cloudflare-token', 'Cloudflare origin CA key', 'v1.0-', characterSet('0-9a-f-'), [100, 200]),
  row('cloudflare-token', 'Cloudflare tunnel token', 'eyJhIjoi', base64, [100, 400]),
  row('alibaba-key', 'Alibaba Cloud access key id', 'LTAI', alphanumeric, [12, 26], { test: withDigit }),
  row('volcengine-key', 'Volcano Engine access key id', 'AKLT', alphanumeric, [40, 48], { test: mixed }),
  row('tencent-key', 'Tencent Cloud secret id', 'AKID', alphanumeric, [32, 34], { test: withDigit }),
  row('yandex-token', 'Yandex Cloud key', 'AQVN y0_ YCAJ', base64url, [30, 80], { test: withDigit }),
  row('yandex-token', 'Yandex Cloud IAM token', 't1.', characterSet('A-Za-z0-9._=-'), [120, 512], { open: true, test: /^t1\.[\w-]{20}/ }),
  row('scaleway-key', 'Scaleway access key', 'SCW', upper, [17, 17], { test: withDigit }),
  row('hashicorp-token', 'Vault token', 'hvs. hvb. hvr.', base64url, [24, 512], { open: true }),
  row('hashicorp-token', 'Vault token, old form', 's.', alphanumeric, [24, 24], { test: mixed }),
  row('hashicorp-token', 'Vault batch token, old form', 'b.AAAAAQ', base64url, [60, 512], { open: true }),
  row('pulumi-token', 'Pulumi token', 'pul-', hexadecimal, [40, 40]),
  row('vercel-token', 'Vercel token', 'vcp_ vci_ vca_ vcr_ vck_', alphanumeric, [20, 80], { test: withDigit }),
  row('netlify-token', 'Netlify token', 'nfp_ nfc_ nfo_ nfb_ nfu_', alphanumeric, [36, 60]),
  row('fly-token', 'Fly.io token', 'fo1_', base64url, [40, 64]),
  row('fly-token', 'Fly.io token', 'fm1_ fm1r_ fm1a_ fm2_', base64, [80, 512], { open: true }),
  row('render-key', 'Render key', 'rnd_', alphanumeric, [24, 48], { test: withDigit }),
  row('supabase-key', 'Supabase key', 'sbp_ sb_secret_', base64url, [30, 64]),
  row('planetscale-token', 'PlanetScale token or password', 'pscale_tkn_ pscale_oauth_ pscale_pw_', dotted, [32, 64]),
  row('neon-key', 'Neon key', 'napi_', alphanumeric, [48, 80]),
  row('neon-key', 'Neon password', 'npg_', alphanumeric, [12, 12], { test: /\d|[a-z][A-Z]|[A-Z][a-z]/ }),
  row('mongodb-secret', 'MongoDB Atlas service account secret', 'mdb_sa_sk_', base64url, [36, 48]),
  row('confluent-secret', 'Confluent Cloud secret', 'cflt', base64, [56, 64], { test: mixed }),
  row('cockroach-key', 'CockroachDB Cloud key', 'CCDB1_', word, [40, 80]),
  row('elastic-key', 'Elastic key', 'essu_ essa_', base64, [40, 200]),
  row('clickhouse-key', 'ClickHouse Cloud secret', '4b1d', alphanumeric, [38, 38], { test: mixed }),
  row('convex-key', 'Convex deploy key', 'prod: dev: preview:', characterSet('A-Za-z0-9|:=_+/.-'), [40, 400], {
    test: /^\w+:[\w:-]+\|[\w+/=.-]{30}/,
  }),
  row('baidu-key', 'Baidu Cloud key', 'bce-v3/', slashed, [60, 100], { test: /^bce-v3\/ALTAK-\w+\/[0-9a-f]{40}/ }),
  row('vercel-token', 'Vercel Blob token', 'vercel_blob_rw_', word, [32, 80]),
  row('doppler-token', 'Doppler token', 'dp.pt. dp.st. dp.ct. dp.sa. dp.scim. dp.audit.', dotted, [40, 80]),
  row('tailscale-key', 'Tailscale key', 'tskey-', base64url, [20, 120], { test: /^tskey-[a-z]+-\w{8,}-\w{10}/ }),
  row('openshift-token', 'OpenShift token', 'sha256~', base64url, [43, 43]),
  row('databricks-token', 'Databricks token', 'dapi', characterSet('0-9a-f-'), [32, 34], { test: /^dapi[0-9a-f]{32}(?:-\d)?$/ }),
  row('age-key', 'age secret key', 'AGE-SECRET-KEY-1 AGE-SECRET-KEY-PQ-1', upper, [50, 64]),
  row('azure-secret', 'Azure DevOps token', 'AZDO', alphanumeric, [60, 100], { test: mixed }),
  row('k3s-token', 'Token of a K3s cluster', 'K10', characterSet('A-Za-z0-9:_.-'), [80, 200], { test: /^K10[0-9a-f]{64}::/ }),
  row('secret-token', 'Token in the scheme of RFC 8959', 'secret-token:', characterSet('A-Za-z0-9_.~%+-'), [16, 300], { test: withDigit }),
  row('inngest-key', 'Inngest signing key', 'signkey-prod- signkey-test-', hexadecimal, [32, 64]),
  row('deno-token', 'Deno Deploy token', 'ddp_ ddo_', alphanumeric, [36, 36], { test: withDigit }),
  row('zuplo-key', 'Zuplo key', 'zpka_', word, [32, 48], { test: withDigit }),
  row('infisical-token', 'Infisical service token', 'st.', dotted, [80, 100], { test: /^st\.[0-9a-f]{24}\.[0-9a-f]{32}\.[0-9a-f]{32}$/ }),
  row('rootly-key', 'Rootly key', 'rootly_', hexadecimal, [64, 64]),
  row('valtown-token', 'Val Town token', 'vtwn_', alphanumeric, [24, 40], { test: mixed }),
  row('aikido-secret', 'Aikido secret', 'AIK_SECRET_', alphanumeric, [32, 80]),
  row('tinybird-token', 'Tinybird token', 'p.eyJ', dotted, [60, 300]),

  // Models
  row('anthropic-key', 'Anthropic key', 'sk-ant-', base64url, [20, 300], { test: withDigit }),
  row('openrouter-key', 'OpenRouter key', 'sk-or-', base64url, [32, 100], { test: withDigit }),
  row('langfuse-key', 'Langfuse secret key', 'sk-lf-', base64url, [32, 48]),
  row('letta-key', 'Letta key', 'sk-let-', base64, [40, 160]),
  row('helicone-key', 'Helicone key', 'sk-helicone-', base64url, [24, 80], { test: withDigit }),
  row('openai-key', 'OpenAI key', 'sk-proj- sk-svcacct- sk-admin- sk-service- sk-None-', base64url, [20, 300], { test: withDigit }),
  row('api-key-sk', 'Key of an OpenAI-like service', 'sk-', base64url, [20, 200], { test: dense, notAfter: afterWord }),
  row('openai-key', 'OpenAI session', 'sess-', alphanumeric, [40, 40]),
  row('huggingface-token', 'Hugging Face token', 'hf_ api_org_', alphanumeric, [30, 60], { notAfter: word }),
  row('groq-key', 'Groq key', 'gsk_', alphanumeric, [40, 80]),
  row('xai-key', 'xAI key', 'xai-', base64url, [40, 120], { test: dense, notAfter: afterWord }),
  row('replicate-token', 'Replicate token', 'r8_', alphanumeric, [37, 40]),
  row('perplexity-key', 'Perplexity key', 'pplx-', alphanumeric, [40, 64]),
  row('fireworks-key', 'Fireworks key', 'fw_', alphanumeric, [22, 32], { test: withDigit }),
  row('together-key', 'Together key', 'tgp_v1_', base64url, [40, 60]),
  row('cerebras-key', 'Cerebras key', 'csk-', alphanumeric, [40, 64]),
  row('nvidia-key', 'NVIDIA key', 'nvapi-', base64url, [50, 100]),
  row('tavily-key', 'Tavily key', 'tvly-', base64url, [24, 64], { test: withDigit }),
  row('firecrawl-key', 'Firecrawl key', 'fc-', hexadecimal, [32, 32]),
  row('jina-key', 'Jina key', 'jina_', base64url, [50, 80]),
  row('voyage-key', 'Voyage key', 'pa-', base64url, [40, 50], { test: mixed, notAfter: afterWord }),
  row('pinecone-key', 'Pinecone key', 'pcsk_', base64url, [60, 90]),
  row('elevenlabs-key', 'ElevenLabs key', 'sk_', hexadecimal, [48, 48]),
  row('langsmith-key', 'LangSmith key', 'lsv2_pt_ lsv2_sk_ ls__', word, [32, 64]),
  row('runpod-key', 'RunPod key', 'rpa_', alphanumeric, [40, 60]),
  row('kaggle-token', 'Kaggle token', 'KGAT_', hexadecimal, [32, 32]),
  row('meta-key', 'Llama API key', 'LLM|', characterSet('A-Za-z0-9_|-'), [30, 80], { test: /^LLM\|\d{10,20}\|[\w-]{20}/ }),
  row('e2b-key', 'E2B key', 'e2b_', hexadecimal, [40, 40]),
  row('apify-token', 'Apify token', 'apify_api_', alphanumeric, [30, 48]),
  row('browserbase-key', 'Browserbase key', 'bb_live_ bb_test_', base64url, [24, 48]),
  row('wandb-key', 'Weights & Biases key', 'wandb_v1_', base64url, [40, 120]),
  row('context7-key', 'Context7 key', 'ctx7sk-', characterSet('0-9a-f-'), [36, 36]),
  row('chutes-key', 'Chutes key', 'cpk_', dotted, [90, 110], { test: /^cpk_[0-9a-f]{32}\.[0-9a-f]{32}\.\w{32}$/ }),
  row('cursor-key', 'Cursor key', 'crsr_ key_', hexadecimal, [64, 64]),
  row('runway-key', 'Runway key', 'key_', hexadecimal, [128, 128]),
  row('amp-key', 'Amp key', 'sgamp_', word, [60, 160]),
  row('factory-key', 'Factory key', 'fk-', base64url, [60, 80], { test: mixed, notAfter: afterWord }),
  row('friendli-key', 'Friendli key', 'flp_', alphanumeric, [40, 60]),
  row('upstage-key', 'Upstage key', 'up_', alphanumeric, [29, 29], { test: mixed }),
  row('venice-key', 'Venice key', 'VENICE-INFERENCE-KEY- VENICE-ADMIN-KEY- VENICE_INFERENCE_KEY_ VENICE_ADMIN_KEY_', base64url, [32, 64], {
    test: mixed,
  }),
  row('cartesia-key', 'Cartesia key', 'sk_car_', base64url, [20, 64], { test: mixed }),
  row('luma-key', 'Luma key', 'luma-', characterSet('0-9a-f-'), [73, 73]),
  row('llamacloud-key', 'LlamaCloud key', 'llx-', alphanumeric, [48, 48]),
  row('mem0-key', 'Mem0 key', 'm0-', alphanumeric, [40, 40], { test: mixed }),
  row('daytona-key', 'Daytona key', 'dtn_', hexadecimal, [64, 64]),
  row('modal-token', 'Modal token', 'ak- as-', alphanumeric, [22, 22], { test: mixed, notAfter: afterWord }),
  row('modelscope-token', 'ModelScope token', 'ms-', characterSet('0-9a-f-'), [36, 36], {
    test: /^ms-[0-9a-f]{8}-[0-9a-f]{4}-/,
    notAfter: afterWord,
  }),
  row('steel-key', 'Steel key', 'ste-', alphanumeric, [60, 100], { test: mixed }),
  row('browser-use-key', 'Browser Use key', 'bu_', base64url, [40, 64], { test: mixed }),
  row('brave-key', 'Brave Search key', 'BSA', base64url, [28, 28], { test: mixed }),
  row('trigger-key', 'Trigger.dev key', 'tr_dev_ tr_prod_ tr_stg_ tr_pat_', alphanumeric, [20, 48], { test: withDigit }),
  row('tinker-key', 'Tinker key', 'tml-', alphanumeric, [60, 120]),

  // Messages and mail
  row(
    'slack-token',
    'Slack token',
    'xoxb- xoxp- xoxa- xoxo- xoxr- xoxs- xoxc- xoxd- xoxe- xoxe. xapp- xwfp-',
    characterSet('A-Za-z0-9.%+/=-'),
    [30, 300],
    { test: withDigit },
  ),
  row('sendgrid-key', 'SendGrid key', 'SG.', dotted, [40, 100], { test: /^SG\.[\w-]{16,64}\.[\w-]{16,64}$/ }),
  row('twilio-key', 'Twilio key', 'SK', hexadecimal, [32, 32]),
  row('twilio-key', 'Twilio account', 'AC', characterSet('0-9a-f'), [32, 32]),
  row('mailgun-key', 'Mailgun key', 'key-', alphanumeric, [32, 32], { test: withDigit, notAfter: afterWord }),
  row('brevo-key', 'Brevo key', 'xkeysib- xsmtpsib-', base64url, [64, 100]),
  row('mailersend-key', 'MailerSend key', 'mlsn.', hexadecimal, [64, 64]),
  row('resend-key', 'Resend key', 're_', word, [24, 40], { test: /^re_[A-Za-z0-9]{6,10}_[A-Za-z0-9]{16,30}$/ }),
  row('telegram-token', 'Telegram bot token in an address', 'bot', characterSet('A-Za-z0-9_:-'), [43, 48], {
    test: /^bot\d{8,10}:[\w-]{35}$/,
  }),
  row('discord-token', 'Discord token with a second factor', 'mfa.', base64url, [80, 90]),

  // Money and shops
  row('liveblocks-key', 'Liveblocks key', 'sk_prod_ sk_dev_', base64url, [40, 64], { test: mixed }),
  row('stripe-key', 'Stripe key', 'sk_live_ sk_test_ sk_prod_ rk_live_ rk_test_ rk_prod_ sk_org_live_ sk_org_test_', word, [16, 255], {
    test: withDigit,
  }),
  row('stripe-key', 'Stripe webhook secret', 'whsec_', base64, [24, 80]),
  row('shopify-token', 'Shopify token', 'shpat_ shpca_ shppa_ shpss_ shptka_ shpua_', alphanumeric, [32, 64]),
  row('square-token', 'Square token', 'sq0atp- sq0csp- sq0idp-', base64url, [22, 60]),
  row('square-token', 'Square token', 'EAAA', characterSet('A-Za-z0-9_+/=-'), [56, 64], { test: mixed }),
  row('paypal-token', 'PayPal or Braintree token', 'access_token$production$ access_token$sandbox$', characterSet('a-z0-9$'), [32, 80]),
  row('plaid-token', 'Plaid token', 'access-sandbox- access-development- access-production-', characterSet('0-9a-f-'), [36, 36]),
  row('flutterwave-key', 'Flutterwave key', 'FLWSECK_TEST- FLWSECK-', base64url, [12, 64]),
  row('razorpay-key', 'Razorpay key', 'rzp_live_ rzp_test_', alphanumeric, [14, 32]),
  row('easypost-key', 'EasyPost key', 'EZAK EZTK', alphanumeric, [54, 54]),
  row('shippo-token', 'Shippo token', 'shippo_live_ shippo_test_', hexadecimal, [40, 40]),
  row('duffel-token', 'Duffel token', 'duffel_live_ duffel_test_', base64url, [40, 60]),
  row('polar-token', 'Polar token', 'polar_oat_ polar_pat_ polar_cs_ polar_whs_ polar_at_u_ polar_rt_u_', alphanumeric, [32, 64]),
  row('paddle-key', 'Paddle key', 'pdl_live_apikey_ pdl_sdbx_apikey_ pdl_test_apikey_', word, [48, 64]),
  row('ramp-secret', 'Ramp secret', 'ramp_sec_ ramp_tok_', alphanumeric, [40, 80]),
  row('mercury-token', 'Mercury token', 'mercury_production_ mercury_sandbox_', word, [40, 100]),
  row('adyen-key', 'Adyen key', 'AQE', characterSet('A-Za-z0-9=_+/.^:;<>(){}~!@#$%&*?[]|-'), [100, 300], { test: mixed }),

  // Work
  row('linear-key', 'Linear key', 'lin_api_ lin_oauth_ lin_wh_', word, [32, 128]),
  row('notion-token', 'Notion token', 'ntn_', alphanumeric, [40, 50]),
  row('notion-token', 'Notion token, old form', 'secret_', alphanumeric, [43, 43]),
  row('figma-token', 'Figma token', 'figd_ figo_', base64url, [30, 200]),
  row('airtable-token', 'Airtable token', 'pat', dotted, [79, 79], { test: /^pat[A-Za-z0-9]{14}\.[0-9a-f]{64}$/ }),
  row('contentful-token', 'Contentful token', 'CFPAT-', base64url, [43, 43]),
  row('trello-token', 'Trello token', 'ATTA', hexadecimal, [60, 80]),
  row('typeform-token', 'Typeform token', 'tfp_', dotted, [40, 80], { test: withDigit }),
  row('hubspot-token', 'HubSpot token', 'pat-na1- pat-na2- pat-na3- pat-eu1- pat-ap1-', characterSet('0-9A-Fa-f-'), [36, 36]),
  row('postman-key', 'Postman key', 'PMAK-', characterSet('0-9a-f-'), [50, 64]),
  row('1password-token', '1Password service account', 'ops_eyJ', base64, [80, 512], { open: true }),
  row('buildkite-token', 'Buildkite token', 'bkua_ bkaj_ bkpt_', hexadecimal, [40, 64]),
  row('circleci-token', 'CircleCI token', 'CCIPAT_ CCIPRJ_', word, [40, 100]),
  row('prefect-key', 'Prefect key', 'pnu_ pnb_', alphanumeric, [36, 36]),
  row('readme-key', 'ReadMe key', 'rdme_', lower, [70, 70]),
  row('scalingo-token', 'Scalingo token', 'tk-us-', base64url, [48, 48]),
  row('octopus-key', 'Octopus Deploy key', 'API-', upper, [26, 40], { test: /\d/ }),
  row('lob-key', 'Lob key', 'live_ test_', hexadecimal, [35, 35]),
  row('mollie-key', 'Mollie or GoCardless key', 'live_ test_', base64url, [30, 40], { test: mixed, notAfter: afterWord }),
  row('mercadopago-token', 'Mercado Pago token', 'APP_USR- TEST-', characterSet('0-9a-f-'), [60, 80], {
    test: /^(?:APP_USR|TEST)-\d{10,16}-\d{6}-[0-9a-f]{32}/,
  }),
  row('1password-secret-key', '1Password secret key', 'A3-', characterSet('A-Z0-9-'), [30, 40], {
    test: /^A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}$/,
  }),
  row('dropbox-token', 'Dropbox token', 'sl.', dotted, [120, 512], { open: true, test: mixed }),
  row('klaviyo-key', 'Klaviyo key', 'pk_', hexadecimal, [34, 34]),
  row('anyscale-key', 'Anyscale key', 'esecret_', lower, [20, 48], { test: withDigit }),
  row('github-token', 'GitHub installation token, old form', 'v1.', hexadecimal, [40, 40]),
  row('paypal-token', 'PayPal access token', 'A21AA', base64url, [80, 120], { test: mixed }),
  row('configcat-key', 'ConfigCat key', 'configcat-sdk-1/', slashed, [45, 45]),
  row('flagsmith-key', 'Flagsmith server key', 'ser.', alphanumeric, [22, 22], { test: mixed }),
  row('growthbook-key', 'GrowthBook key', 'secret_admin_ secret_user_ secret_readonly_', alphanumeric, [24, 64], { test: mixed }),
  row('salesforce-token', 'Salesforce session', '00D', characterSet('A-Za-z0-9!._'), [90, 140], { test: /^00D\w{12,15}!A[QR]/ }),
  row('apollo-key', 'Apollo GraphOS key', 'service: user:', characterSet('A-Za-z0-9_.:-'), [24, 90], {
    test: /^(?:service:[\w.-]{2,60}|user:[a-z]{2}\.[\w-]{20,40}):(?=.*\d)(?=.*[A-Z])[\w-]{22}$/,
  }),
  row('checkly-key', 'Checkly key', 'cu_', hexadecimal, [32, 32]),
  row('unkey-key', 'Unkey root key', 'unkey_', alphanumeric, [20, 32], { test: mixed }),
  row('mandrill-key', 'Mandrill key', 'md-', base64url, [22, 22], { test: mixed, notAfter: afterWord }),
  row('linkedin-token', 'LinkedIn token', 'AQ', base64url, [160, 400], { test: /^AQ[T-Z].*[_-]/ }),
  row('clickup-token', 'ClickUp token', 'pk_', word, [36, 48], { test: /^pk_\d{4,12}_[A-Z0-9]{32}$/ }),
  row('intercom-token', 'Intercom token', 'dG9rO', base64, [52, 64], { test: mixed }),
  row('frameio-token', 'Frame.io token', 'fio-u-', base64url, [64, 64]),
  row('lichess-token', 'Lichess token', 'lip_', alphanumeric, [20, 40], { test: mixed }),
  row('wakatime-key', 'WakaTime key', 'waka_', characterSet('0-9a-f-'), [36, 36]),
  row('plain-key', 'Plain key', 'plainApiKey_', word, [24, 100]),
  row('zoho-token', 'Zoho token', '1000.', dotted, [65, 65], { test: /^1000\.[0-9a-f]{32}\.[0-9a-f]{32}$/ }),
  row('nylas-key', 'Nylas key', 'nyk_v0_', alphanumeric, [40, 80]),
  row('openvsx-token', 'Open VSX token', 'ovsxp_', characterSet('0-9a-f-'), [36, 36]),
  row('adafruit-key', 'Adafruit IO key', 'aio_', alphanumeric, [28, 28], { test: mixed }),
  row('snyk-token', 'Snyk service account', 'snyk_sat. snyk_uat.', dotted, [40, 100]),
  row('adobe-secret', 'Adobe client secret', 'p8e-', base64url, [32, 40], { test: withDigit, notAfter: afterWord }),
  row('intra42-secret', 'Intra 42 secret', 's-s4t2ud- s-s4t2af-', hexadecimal, [64, 64]),
  row('n8n-key', 'n8n key', 'n8n_api_', base64url, [40, 200]),
  row('twitch-token', 'Twitch chat token', 'oauth:', lower, [30, 30], { test: /\d/ }),
  row('settlemint-token', 'SettleMint token', 'sm_aat_ sm_pat_ sm_sat_', alphanumeric, [16, 16]),
  row('authress-key', 'Authress service client key', 'sc_ ext_ scauth_ authress_', dottedBase64, [50, 200], {
    test: /^[a-z]+_[a-z0-9]{5,30}\.[a-z0-9]{4,6}\.acc[_-][a-z0-9-]{10,32}\.[\w+/=-]{30}/i,
  }),
  row('infracost-key', 'Infracost key', 'ico-', alphanumeric, [32, 32], { test: withDigit }),
  row('dynatrace-token', 'Dynatrace token', 'dt0c01. dt0s01. dt0s02.', dotted, [80, 110]),
  row('harness-token', 'Harness token', 'pat. sat.', dotted, [60, 75], { test: /^[ps]at\.[\w-]{22}\.[0-9a-f]{24}\.\w{20}$/ }),

  // Passwords of users, as they are stored
  row(
    'password-hash',
    'Hash of a password: crypt, bcrypt, scrypt, Argon2, yescrypt, PBKDF2',
    'pbkdf2_sha256$ pbkdf2_sha1$ SCRAM-SHA-256$ SCRAM-SHA-1$ bcrypt_sha256$ argon2$argon2 scrypt$',
    characterSet('A-Za-z0-9+/=.$:,_-'),
    [40, 300],
    { test: /[$:][\w+/=.-]{16,}$/ },
  ),
  row(
    'password-hash',
    'Hash of a password: Werkzeug, GRUB',
    'pbkdf2:sha1: pbkdf2:sha256: pbkdf2:sha512: scrypt:32768: scrypt:16384: grub.pbkdf2.sha512.',
    characterSet('A-Za-z0-9+/=.$:,_-'),
    [60, 400],
    { test: /[$.][\dA-Fa-f]{40,256}$/ },
  ),
  row('password-hash', 'Hash of a password: ASP.NET Identity', 'AQAAAAEAACcQAAAAE AQAAAAIAAYagAAAAE', base64, [60, 90]),
  row('password-hash', 'Hash of a password: Windows, without its old form', 'aad3b435b51404eeaad3b435b51404ee:', hexadecimal, [32, 32]),
  row('password-hash', 'Hash of a password: PostgreSQL', 'md5', hexadecimal, [32, 32], { test: /^md5[\da-f]*$/ }),
  row(
    'password-hash',
    'Hash of a password in a directory',
    'SSHA} SSHA256} SSHA384} SSHA512} SMD5} SHA} SHA256} SHA384} SHA512} MD5}',
    base64,
    [24, 160],
  ),

  // Watching
  row('grafana-token', 'Grafana token', 'glc_', base64, [32, 400]),
  row('grafana-token', 'Grafana key, old form', 'eyJrIjoi', base64, [60, 400]),
  row('grafana-token', 'Grafana service account', 'glsa_', word, [36, 60]),
  row('sentry-token', 'Sentry token', 'sntrys_eyJ', characterSet('A-Za-z0-9+/=_-'), [60, 512], { open: true }),
  row('sentry-token', 'Sentry token', 'sntryu_ sntrya_ sntryi_', hexadecimal, [64, 64]),
  row('newrelic-key', 'New Relic key', 'NRAK- NRII- NRJS- NRAA- NRIQ- NRRA-', alphanumeric, [19, 42]),
  row('posthog-key', 'PostHog key', 'phx_ phs_', alphanumeric, [40, 60]),
  row('datadog-token', 'Datadog token', 'ddpat_ ddsat_ ddapp_', alphanumeric, [32, 80], { test: withDigit }),
  row('axiom-token', 'Axiom token', 'xaat- xapt-', characterSet('0-9a-f-'), [36, 36]),
  row('logfire-token', 'Logfire token', 'pylf_v1_us_ pylf_v1_eu_ pylf_v2_us_ pylf_v2_eu_', alphanumeric, [40, 60]),
  row('sonar-token', 'Sonar token', 'sqp_ squ_ sqa_', hexadecimal, [40, 40]),
  row('sourcegraph-token', 'Sourcegraph token', 'sgp_', word, [40, 64]),
  row('launchdarkly-key', 'LaunchDarkly key', 'sdk- api- mob-', characterSet('0-9a-f-'), [36, 36], {
    test: /^\w{3}-[0-9a-f]{8}-[0-9a-f]{4}-/,
    notAfter: afterWord,
  }),
  row('honeycomb-key', 'Honeycomb key', 'hcaik_ hcaic_ hcxik_ hcxmk_', lower, [32, 64]),
  row('defined-token', 'Defined Networking token', 'dnkey-', base64url, [60, 90]),

  // Social
  row('facebook-token', 'Facebook token', 'EAA', alphanumeric, [120, 512], { open: true, test: mixed }),
  row(
    'facebook-token',
    'Facebook or Instagram token',
    'EAAC EAAB EAAG EAAD EAAM EAAF EAAE EAAH EAAI EAAJ EAAK EAAL EAAN EAAO EAAP IGQV IGQW',
    alphanumeric,
    [80, 512],
    { open: true, test: mixed },
  ),
  row('twitter-token', 'X (Twitter) bearer token', 'AAAAAAAAAAAAAAAAAAAAA', characterSet('A-Za-z0-9%+/='), [60, 110], {
    // Its escapes are read as signs: `%3D` as `=`.
    test: /^A{21}(?!.*AAAA)(?=.*\d)\w{10,40}[%=+/](?=\w)/,
  }),
  row('mapbox-token', 'Mapbox secret token', 'sk.eyJ tk.eyJ', dotted, [60, 300]),
  row('bitcoin-key', 'Extended private key of a wallet', 'xprv9 yprv zprv tprv', alphanumeric, [100, 108]),
  row('bitcoin-key', 'Private key of a wallet', '5H 5J 5K', alphanumeric, [49, 49], { test: mixed }),
  row('bitcoin-key', 'Private key of a wallet', 'Kw Kx Ky Kz L1 L2 L3 L4 L5', alphanumeric, [50, 50], { test: mixed }),
  row('nostr-key', 'Secret key of Nostr', 'nsec1', lower, [58, 58]),
  row('slack-webhook', 'Slack webhook', 'hooks.slack.com/services/', slashed, [20, 120], { test: /\d/ }),
  row('slack-webhook', 'Slack workflow webhook', 'hooks.slack.com/workflows/ hooks.slack.com/triggers/', slashed, [20, 160], {
    test: /\d/,
  }),
  row(
    'discord-webhook',
    'Discord webhook',
    'discord.com/api/webhooks/ discord.com/api/v10/webhooks/ discordapp.com/api/webhooks/',
    slashed,
    [60, 120],
    {
      test: /webhooks\/\d{15,21}\/[\w-]{40}/,
    },
  ),
  row(
    'teams-webhook',
    'Microsoft Teams webhook',
    'outlook.office.com/webhook/ outlook.office365.com/webhook/ webhook.office.com/webhookb2/',
    characterSet('A-Za-z0-9@/-'),
    [60, 260],
  ),
  // The beginnings of PKCS 1 and PKCS 8, without the lines around them.
  row(
    'private-key',
    'Private key without its first line',
    'MIIEvQIBADANBgkq MIIEvgIBADANBgkq MIIEvAIBADANBgkq MIIJQgIBADANBgkq MIIJQwIBADANBgkq MIIJRAIBADANBgkq MIICdwIBADANBgkq MIICdgIBADANBgkq MIIEowIBAAKCAQEA MIIEpAIBAAKCAQEA MIIEogIBAAKCAQEA MIIJKQIBAAKCAgEA MIIJKAIBAAKCAgEA MIGHAgEAMBMGByqGSM49 MC4CAQAwBQYDK2VwBCIE',
    base64,
    [24, 512],
    { open: true },
  ),
  row('proxy-address', 'Address of a proxy with its password in base64', 'vmess:// ss://', characterSet('A-Za-z0-9+/=_-'), [20, 512], {
    open: true,
  }),
  row('registry-login', 'Logins of registries, as in .dockerconfigjson', 'eyJhdXRocyI6 ewoJImF1dGhzI', base64, [40, 512], { open: true }),
  row('aspnet-ticket', 'Ticket or cookie of ASP.NET Core', 'CfDJ8', base64url, [60, 512], { open: true, test: mixed }),
  row('kubernetes-token', 'Bearer token in a subprotocol of Kubernetes', 'base64url.bearer.authorization.k8s.io.', base64url, [20, 512], {
    open: true,
  }),
  row('rpc-key', 'Key in the address of an Ethereum node', 'g.alchemy.com/v2/ infura.io/v3/', base64url, [30, 40], { test: withDigit }),
  row('zapier-webhook', 'Zapier webhook', 'hooks.zapier.com/hooks/catch/', slashed, [8, 80], { test: /catch\/\d+\/\w+/ }),
]
