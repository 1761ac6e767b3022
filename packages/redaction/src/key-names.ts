/**
 * Sensitivity of a name for its assigned value. `password`: chosen by a person, may be short and plain. `key`: generated, long and random. `vague`: redacted
 * only if the value cannot be anything else.
 */
export type Sensitivity = 'password' | 'key' | 'vague'

/** Names for passwords in other languages, in ASCII letters. */
export const latinNames =
  'passwort kennwort codewort contrasenha contrasena contrasenya contrasinal motdepasse motpasse palavrapasse senha wachtwoord paswoord wagwoord losenord losenordet passord passordet adgangskode adgangskoden kodeord kodeordet salasana salasanani parool parola parolam parolamiz sifra sifre sifrem geslo lozinka heslo haslo jelszo jelszavam slaptazodis nenosiri katasandi katalaluan matkhau fjalekalimi pasahitza cyfrinair'.split(
    ' ',
  )

const password = new RegExp(
  String.raw`(?:(?:ss|55)w[o0]rd|pas{1,2}(?:w(?:or|ro|r|o)?|or|owr)d|pas{1,2}[wv]or[td]|^psw|pss?wr?d|passphrase|passcode|${latinNames.join('|')}|pwd|pswd|communitystring|presharedkey|(?:radius|tacacs|shared|enable)secret|keystring|keymaterial|messagedigestkey|(?:security|secret)(?:question)?answer|(?:unlock|door|alarm|gate|access)code|(?:wifi|wlan|wpa)key|(?:user|db|smtp|ftp|sftp|imap|mail|mqtt|mysql|pg|sql|redis|mongo|ldap|smb|vpn|http|proxy|root|admin|ssh|sudo|login|client|server|key|store|bot|app|api|web)pass|snmpcommunity)\d?$`,
)
/** Words after a name that tell which one it is: `DB_PASSWORD_PROD`, `passwordConfirm`, `BOB_PW_2`. */
const variant =
  /(?<=[A-Za-z]{2})(?:[_.-](?:prod(?:uction)?|PROD(?:UCTION)?|dev|DEV|test|TEST|staging|STAGING|stg|STG|stage|STAGE|live|LIVE|qa|QA|uat|UAT|local|LOCAL|new|NEW|old|OLD|current|CURRENT|main|MAIN|backup|BACKUP|default|DEFAULT|confirm(?:ation)?|CONFIRM(?:ATION)?|private|PRIVATE|again|repeat|REPEAT|verify|[vV][1-9]|b64|B64|base64|BASE64|plain|PLAIN|(?:part_?|PART_?)?[1-9]\d?|(?:PART_?)?[A-C])|(?<=[a-z])(?:Prod(?:uction)?|Dev|Test|Staging|Live|Local|New|Old|Current|Default|Confirm(?:ation)?|Again|Repeat|Verify))+$/
const passName = /(?:^|[_.-])(?:pass|pw|psk|psw|mdp|ww)$|(?:bind|root)pw$/i
const camelPassName = /[a-z](?:Pass|P[wW])$/
/** Personal access tokens: `AZURE_DEVOPS_EXT_PAT`, `jiraPat`. `COMPAT` does not match. */
const accessToken = /(?:^|[_.-])pat$/i
const camelAccessToken = /[a-z]P(?:at|AT)$/

const key = new RegExp(
  `(?:(?:secret|private|preshared|signing|product|licence|activation|encryption|decryption|master|account|sharedaccess|storage|deploy|license|service|subscription|functions?|session|cipher|aes|hmac|jwt|api|auth|access|app|application|client|consumer|admin|root|webhook|integration|project|instrumentation|integrationkey|accountaccess|my|our|your)(?:keys?|apikeys?)|secret|secretkeybase|accesskeysecret|(?:client|tls|private|secret)keydata|accesskeyid|sonarlogin|(?:unseal|privkey|recovery|decrypt|crypto)key|privkey|secretid|apikeys?|token|credentials?|authorization|xauth|phpsessid|gitlabsession|jsessionid|connectsid|(?:ci|laravel|rails|symfony|flask|app|web|user)session|aspnetsessionid|wordpress(?:sec|loggedin)[\\da-f]{32}|sessionid(?=cookie)|connectionstring|(?:enc|crypt|crypto)key|secrets|codeverifier|salt|pepper|pat)(?:\\d|v\\d|base64|b64|enc|encoded|raw|hex|value|string|dev|prod|test|staging)?$`,
)

/** Ends in `key` or `token`, without being known as a secret. */
const vague = /(?:key\d?|auth|creds|session|jwt|sas|bearer|cookie|secreto|segredo|segreto|geheimnis)$/
/** Words of which names of keys in other languages consist: a noun, and what the key is for, in either order. */
const foreignNoun = /^(?:llave|clave|cle|chave|chiave|schluessel|schlussel|sleutel|nyckel|klucz|anahtari?|kunci|khoa|jeton|token)$/
const foreignUse =
  /^(?:api|privad[ao]|privat(?:er)?|privee|secret[ao]|secrete|segret[ao]|acceso|acesso|accesso|acces|geheim(?:er?)?|gizli|rahasia|mat)$/
const harmless =
  /(?:^|_)(?:public|gpg|publishable|web_?socket|foreign|partition|sort|cache|idempotency|idempotent|object|dedupe|unique|row|map|react|translation|i18n|config|s3)_?key$|(?:^|_)(?:idempotency|creation|starting|lifecycle_?action|policy_?update|next|page|nextpage|page_?token|continuation|continue|sync|cursor|pagination|start|max|maxnew|min|total|stop|eos|bos|pad|unk|mask|sep|cls|special|num|n|completion|prompt|reasoning|thinking|cached|output|input|usage|first|last|prev|previous|image|audio|text|per|newline|end|current|each|every|unknown|single|one|client_?request|cancellation|cancel|abort|lex|syntax|sample|significant|public_?key)_?token$|(?:csrf|xsrf)_?(?:header|cookie)?_?name$/

/** Separates words: `nextPageToken` becomes `next_page_token`. Otherwise a word could match the end of another one, as in `session`. */
const apart = (name: string): string =>
  name
    .replace(/([a-z0-9])(?=[A-Z])/g, '$1_')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase()

/** Services whose keys have no prefix. Their name before `key` is enough. */
export const vendors =
  'abstractapi|abuseipdb|activecampaign|adafruit|airtable|alchemy|algolia|alphavantage|amplitude|anypoint|anyscale|apilayer|apitemplate|appsflyer|appveyor|asana|assemblyai|auth0|aviationstack|ayrshare|azure|azuredevops|bannerbear|baremetrics|betterstack|binance|bing|bitbucket|bitfinex|bitly|bittrex|blockfrost|blocknative|browserstack|bscscan|bugsnag|buildkite|buttercms|bybit|calendarific|cal(?:endly)?|capsulecrm|censys|chargebee|chartmogul|circleci|civo|clarifai|clearbit|clickhouse|clickup|clockify|cloudconvert|cloudflare|cloudinary|cloudmersive|cloudsmith|codacy|codeclimate|codecov|codemagic|cohere|coinapi|coinbase|coingecko|coinmarketcap|confluent|contentful|convertkit|couchbase|coveralls|crowdin|cryptocompare|currencylayer|datadog|data\\.?gov|deepai|deepgram|deepinfra|deepl|deepseek|delighted|detectify|digitalocean|discord|disqus|dnsimple|docusign|drone|dropbox|elevenlabs|etherscan|etsy|everhour|exchangerates?api|exoscale|facebook|fastly|finicity|finnhub|firebase|fireworks|flickr|foursquare|freshbooks|freshdesk|freshservice|fullstory|geoapify|getresponse|giphy|gitea|gitlab|gladia|glassnode|gocardless|google|grafana|graphhopper|greenhouse|gumroad|gyazo|helpscout|hereapi|heroku|hetzner|holidayapi|honeycomb|hubspot|hunter|ibm(?:cloud)?|iconfinder|imagekit|imgbb|imgur|influxdb|infura|insightly|intercom|ionos|ipdata|ipgeolocation|ipinfo|ipstack|iterable|jenkins|jira|jotform|jumpcloud|kagi|kickbox|klaviyo|klipfolio|kraken|kucoin|lastfm|launchdarkly|leadfeeder|lemlist|lemonsqueezy|linear|linkedin|linode|livekit|loggly|logz(?:io)?|lokalise|lunchmoney|mailboxlayer|mailchimp|mailerlite|mailersend|mailgun|mailjet|mandrill|mapbox|mapquest|marketstack|mattermost|maxmind|mediastack|meraki|messagebird|mistral|mixmax|mixpanel|moralis|netlify|new ?relic|newsapi|nexmo|ngrok|notion|nylas|nytimes|okta|omdb|onesignal|onfido|openai|opencage|openexchangerates|openrouter|openweather(?:map)?|opsgenie|optimizely|ovh(?:cloud)?|oxylabs|paddle|pagerduty|pandadoc|papertrail|paystack|pdfshift|percy|pexels|pinecone|pingdom|pinterest|pipedream|pipedrive|pixabay|plaid|plivo|polygonscan|polymarket|porkbun|postman|postmark|pushbullet|pushover|qase|qdrant|quay|quickbooks|railway|rainforestpay|rapidapi|raygun|razorpay|recaptcha|recurly|render|replicate|revai|rocketreach|rollbar|saucelabs|scaleway|scalr|scraperapi|scrapingant|scrapingbee|screenshotapi|segment|sendbird|sendgrid|sendinblue|sendpulse|sentry|serpapi|serper|serpstack|shipengine|shippo|shipstation|shodan|shopify|signnow|sinch|slack|smartsheet|smartystreets|snipcart|snyk|sonarcloud|sonarqube|sparkpost|speechmatics|splunk|spoonacular|spotify|square|squarespace|sslmate|stability(?:ai)?|statsig|statuspage|steam|stormglass|stripe|stytch|sumo|sumologic|supabase|surveymonkey|tatum|taxjar|telegram|telnyx|ticketmaster|tiingo|tinybird|tmdb|todoist|together|tomtom|travis|trello|trustpilot|twelvedata|twilio|twitch|twitter|typeform|typesense|unsplash|upcloud|upstash|uptimerobot|urlscan|userstack|vercel|virustotal|vonage|vultr|wakatime|wandb|weatherapi|weatherbit|weatherstack|webflow|weights?andbiases|wistia|wolfram|woocommerce|wordnik|workos|xero|yandex|yelp|zapier|zendesk|zenrows|zenserp|zerobounce|zoho|zoom|zyte'
const ofVendor = new RegExp(
  `^x?(?:${vendors}|cf|dd|ado|azdo|vsts|nr|pd|gh|gl|bb|sg|mg|tf|hf|owm|gmaps|maps)(?:global|admin|app|auth|access|project|write|live|prod|test|master|personal|cloud|v\\d|ci|dns|io|ai)?(key|token|secret|pat|)$`,
)

/** Whether a text ends with the name of a service, perhaps with words after it: "New Relic insert key". @param text - Text before `key`. */
export const isOfVendor = (text: string): boolean => vendorBefore.test(text)
const vendorBefore = new RegExp(`(?<![\\w-])(?:${vendors})(?:['’]s)?(?: [a-z\\d]{2,10}){0,2} $`, 'i')

/** A shell variable. A variable with such a name contains a secret. */
const variable = /^[A-Z][A-Z0-9]*(?:_{1,2}[A-Z0-9]+)*_{1,2}(?:KEY|AUTH|CREDS|SESSION|JWT|SAS|BEARER|COOKIE)$/

/** A token with its host in the name: `TF_TOKEN_app_terraform_io`. */
const tokenOfHost = /^TF_TOKEN_\w+$/

const remembered = 2048
/** Maximum length of a judged name. The end of a name determines its meaning, and JSON names may have any length. */
const nameChars = 128

/** Remembers results by name. Names repeat, and a lookup is cheaper than the patterns. */
export function byName<Result>(judge: (name: string) => Result): (name: string) => Result {
  const known = new Map<string, Result>()
  return (name) => {
    if (name.length > nameChars) return judge(name.slice(-nameChars))
    const before = known.get(name)
    if (before !== undefined || known.has(name)) return before!
    const result = judge(name)
    if (known.size >= remembered) known.clear()
    known.set(name, result)
    return result
  }
}

/** Sensitivity of a name as in the text: `DB_PASSWORD`, `x-api-key`, `clientSecret`, `API key`. */
export const sensitivity = byName(judge)

function judge(whole: string): Sensitivity | undefined {
  const name = whole.replace(variant, '').replace(/^-D/, '')
  if (passName.test(name) || camelPassName.test(name)) return 'password'
  const plain = name.replace(/[^A-Za-z0-9]+/g, '').toLowerCase()
  if (plain.length < 3) return undefined
  if (tokenOfHost.test(name)) return 'key'
  if (password.test(plain)) return 'password'
  const words = apart(name)
  if (harmless.test(words)) return undefined
  if (isForeignKey(words.split('_'))) return 'key'
  // Usually keys of database tables, rarely of services.
  if (/(?:primary|secondary)key$/.test(plain)) return 'vague'
  if (!key.test(plain)) {
    const vendor = ofVendor.exec(plain)
    if (vendor !== null) return vendor[1] === '' ? 'vague' : 'key'
    return vague.test(plain) ? (variable.test(name) ? 'key' : 'vague') : undefined
  }
  if (plain.endsWith('pat') && !accessToken.test(name) && !camelAccessToken.test(name)) return undefined
  if (plain.endsWith('salt') && plain !== 'salt' && !/(?:auth|secret|hash|jwt|app|password|session|key|nonce|token)salt$/.test(plain))
    return undefined
  return 'key'
}

function isForeignKey(words: readonly string[]): boolean {
  const last = words.at(-1)!
  return foreignNoun.test(last)
    ? words.some((word) => foreignUse.test(word))
    : foreignUse.test(last) && words.some((word) => foreignNoun.test(word))
}

/** Whether a name is a URL parameter that grants access to the address. */
export const isSignature = (name: string): boolean =>
  /^(?:sig|signature|x-amz-signature|x-goog-signature|key|token|jwt|auth|code|sid|sessionid)$/i.test(name)

/** Names of session cookies. Only used for a line that is known to hold cookies. */
export const isSessionCookie = (name: string): boolean => /(?:^|[_.-])(?:sess(?:ion)?(?:[_-]?id)?|sid|auth)$/i.test(name)

/** Names in other scripts and languages, with the text between them and the value. */
export const foreignKey =
  /(?:(?:api|アクセス|シークレット|秘密|认证|訪問|访问)[ -]?(?:キー|密钥|密鑰|키|ключ|κλειδί|مفتاح)|キー|トークン|密钥|密鑰|令牌|토큰|токен|ключ (?:api|доступа))["'`*\s]{0,4}$/i

/** Names for passwords in other scripts and languages. */
export const foreignName =
  '(?:contraseñ|palavra[ -]passe|mot de passe|lösenord|lykilorð|şifre|šifr[aeu]|slaptažod|hasł[oaem]|(?:пароль|парол[аяію]|пасворд|лозинк[аеу]|нууц үг|құпия ?сөз)(?: [а-яё]{1,14}){0,4}|jelsz[óa]|parolası|parolă|κωδικό|συνθηματικό|кирүү сөз|كلمة ?(?:المرور|السر|سر|مرور)|باسوو?رد|پاس ?ورڈ|رمز عبور|گذرواژه|סיסמ[האת]|mật khẩu|รหัส|पासवर्ड|पासकोड|পাসওয়ার্ড|কোড|கடவுச்சொல்|సంకేతపదం|પાસવર્ડ|ਪਾਸਵਰਡ|പാസ്വേഡ്|පාසවර්ඩ|პაროლი|գաղտնաբառ|ពាក្យសម្ងាត់|လျှို့ဝှက်|暗証番号|暗号|密码|密碼|口令|密钥|密鑰|令牌|パスワード|合言葉|비밀번호|비번|암호|패스워드)'
export const foreignPassword = new RegExp(`${foreignName}[\\p{L}\\p{M}]{0,6}["'\`*\\s]{0,4}$`, 'iu')

/** "the id of the token: …", "fingerprint of the signing key: …": the value is no secret. */
export const ofIdentifier =
  /\b(?:hash|id|uuid|guid|fingerprint|checksum|digest|commit|object|revision|version|trace|build) (?:of|for|that|with|in) [^.:;,=\n]{0,48}[:?]?["'`*( ]{0,4}$/i
