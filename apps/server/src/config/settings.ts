import * as z from 'zod'
import { addressRange } from './address-range.ts'
import { createBudgets } from '@reason/budget'
import { configKeys } from '@reason/policy'
import { styles } from '../gateway/client-apis/reasoning-style.ts'
import { ourWires } from '../gateway/upstreams/wires.ts'
import { checkedBy } from './checked-by.ts'
import { parseLlm } from './llm.ts'
import { redactionRules } from './redaction-rules.ts'
import { routingRules } from './routing-rules.ts'
import { upstreamList } from './upstream-list.ts'

/** How a setting is written outside of the program. Text from flags and the environment is turned into its kind first. */
interface SettingMeta {
  kind: 'text' | 'number' | 'boolean' | 'json'
  /** For the usage text and the guide: what stands for the value. */
  value: string
  about: string
}

/**
 * Everything that can be set, once (`upstreams`, which is made of others, comes last): flags (`--body-limit`), environment (`REASON_BODY_LIMIT`) and the configuration file
 * (`bodyLimit`) are named after these keys. Where the file has a group for one, `config-file.ts` says so.
 */
const beforeUpstreams = z.strictObject({
  upstream: text('URL', 'Base address of the API behind the gateway. Without it, recordings are replayed.', httpAddress().optional()),
  upstreamFormat: text(
    'ID',
    'What the upstream speaks: openai-chat, openai-responses, anthropic-messages, gemini, gemini-interactions, bedrock-converse, cohere, ollama, or the id of a wire format among the adapters.',
    name()
      .meta({ examples: [...ourWires] })
      .default('openai-chat'),
  ),
  upstreamProvider: text(
    'NAME',
    'Whose rules hold for requests and answers (anthropic, deepseek, openrouter). Default: by the host of the upstream.',
    name().optional(),
  ),
  upstreamEngine: text(
    'NAME',
    'What runs the model, llama-server (August 2026 or newer) or vllm: then budgets use its own ways to end reasoning in mid-thought.',
    oneOf('llama-server', 'vllm').optional(),
  ),
  upstreamKeyEnv: text(
    'NAME',
    'Environment variable with the key for the upstream. The key replaces what clients send.',
    z
      .string()
      .regex(/^[A-Za-z_]\w*$/, 'must be the name of an environment variable, not the key')
      .optional(),
  ),
  upstreamKeyFile: text('PATH', 'File with the key for the upstream.', name().optional()),
  upstreamKeyCommand: json(
    'Command that prints the key for the upstream, as a list of its words. It is run without a shell, for 10 seconds at most.',
    z.array(name(), 'must be a list of words, like ["pass", "show", "openai"]').min(1, 'must not be empty').optional(),
  ),
  upstreamProxy: text(
    'URL',
    'HTTP proxy through which the upstream is asked, as networks of companies have it. A name and a password may stand in the address.',
    anyHttpAddress('http://proxy.example:3128').optional(),
  ),
  host: text(
    'HOST',
    'Address to listen on. Where other machines can reach it, nobody is taken without a key.',
    name().default('127.0.0.1'),
  ),
  port: number('PORT', 'Port to listen on, 0 for any that is free. When the default is taken, the next free one is used.', 0, 65_535, 8787),
  trustedProxies: json(
    'Proxies whose x-forwarded-for names the client, as a list of addresses and ranges (["10.0.0.0/8"]). Default: none; failed sign-ins are counted by the address that connects.',
    z.array(addressRange(), 'must be a list of addresses').optional(),
  ),
  workers: number('N', 'Processes that answer behind the port, 0 for one for each core.', 0, 64, 1),
  adapters: json(
    'Adapters of packages and files, a list of names or of { from, options }: each is taken for the models that it knows, before ours, and a wire format for upstreams that are said to speak it. Their code runs in the gateway.',
    z.array(packageAdapter(), 'must be a list, like ["reason-adapter-acme"]').optional(),
  ),
  adapter: text(
    'ID',
    'How answers are split, whatever the model: harmony, think-tags, marker, json-fields, auto, plain, or the id of one of the adapters that are listed.',
    name().optional(),
  ),
  modelFamily: text('NAME', 'Split as for this model (gpt-oss, qwen3, deepseek-r1), whatever name requests use.', name().optional()),
  passports: json(
    'What you know of models: a list of { models, flags, options, serviceTokens }. Wins over what adapters know.',
    z.array(passport()).optional(),
  ),
  reasoningField: text(
    'FIELD',
    'Field in which clients get reasoning: reasoning_content or reasoning.',
    oneOf('reasoning_content', 'reasoning').default('reasoning_content'),
  ),
  style: text(
    'HOW',
    'How clients get reasoning: field (where their API has it), tags (<think>…</think> in front of the answer, for clients that know no such field) or drop. A request may choose (x-reason-style).',
    oneOf(...styles).default('field'),
  ),
  commentary: text('WHERE', 'Where commentary goes: reasoning, answer or drop.', oneOf('reasoning', 'answer', 'drop').default('reasoning')),
  trim: toggle('Take away the blank lines that templates put beside tags. Off: text is passed on to the character.', true),
  llm: json(
    'Policies: { "postproc": …, "harmony": …, "marker": …, "reasoning_ratio": … }, also with dotted keys. The guide of @reason/policy lists them.',
    policy().optional(),
  ),
  visibility: text(
    'HOW MUCH',
    'How much clients may see of the reasoning: full, summary, label (that it thinks, and for how long) or none.',
    oneOf('full', 'summary', 'label', 'none').default('full'),
  ),
  delivery: text(
    'WHEN',
    'When reasoning is delivered: stream (as it comes), on (a block at its end) or off (not at all).',
    oneOf('stream', 'on', 'off').default('stream'),
  ),
  dataDir: text('PATH', 'Folder for what the gateway keeps: traces, and the key of their redaction.', name().default('.reason')),
  keys: text('PATH', 'File of the keys of clients. Default: keys.json in the data folder.', name().optional()),
  requireKeys: toggle('Take nobody without a key, also where only this machine can reach the gateway.', false),
  sealKeys: text(
    'PATH',
    'File with the keys, one a line, that seal what a provider needs back and a client may not read. Gateways that share clients share it. Default: seal.keys in the data folder.',
    name().optional(),
  ),
  sealCarrier: text(
    'WHERE',
    'Where sealed values travel in Chat Completions: both, or only one of field (reasoning_details) and call-id (of tool calls).',
    oneOf('field', 'call-id', 'both').default('both'),
  ),
  callIds: text(
    'HOW LONG',
    'Ids of tool calls that carry a sealed value: whole (hundreds of characters, which any process opens) or short (30 characters, a reference to the value in the memory of this process).',
    oneOf('whole', 'short').default('whole'),
  ),
  traces: text(
    'WHERE',
    'Where traces are stored: sqlite (a file in the data folder), off, sqlite:PATH or postgres://…',
    traceAddress().default('sqlite'),
  ),
  traceMode: text(
    'HOW MUCH',
    'What is kept of a generation: redacted (its reasoning without secrets and personal data), metadata (no text), full or none. A request may ask for less (x-reason-trace).',
    oneOf('none', 'metadata', 'redacted', 'full').default('redacted'),
  ),
  requireTraces: toggle('Refuse requests that ask for less of a trace than the trace mode and their key say (x-reason-trace).', false),
  traceChain: toggle(
    'Make each trace a link of a chain with a signed head, so that "reason traces verify" shows what was changed, taken out or made up since.',
    false,
  ),
  redaction: json(
    'What is taken out of traces and spans, where it is not all by default: { "personal": …, "nationalIds": …, "patterns": … }.',
    redactionRules.optional(),
  ),
  redactionKey: text(
    'PATH',
    'File with the key under which what is taken out is fingerprinted, so that equal values are seen to be equal. Gateways that share traces share it. Default: redaction.key in the data folder.',
    name().optional(),
  ),
  traceDays: number('DAYS', 'How long traces are kept.', 1, 36_500, 30),
  traceDaysByTag: json(
    'How long those are kept whose key has a tag, where that differs: { "audit": 365, "trial": 1 }. Of several tags of a key, the first that stands here.',
    daysByTag().optional(),
  ),
  sessionBudget: number('TOKENS', 'Reasoning tokens that a session may use, 0 for any number.', 0, 1_000_000_000_000, 500_000),
  budgetAction: text(
    'WHAT',
    'What happens when the budget of a session is used up: reject (the next request), stop (this reasoning, and answer) or warn.',
    oneOf('reject', 'stop', 'warn').default('reject'),
  ),
  budgets: json(
    'Budgets in full: { "session": …, "key": …, "team": … }, each { tokens, window, warnAt, action }.',
    budgetLimits().optional(),
  ),
  wrapUp: text(
    'WORDS',
    'Message that asks the model to come to an end, put behind the next request once a budget has reached its warning mark: off, on (our words) or your words. Keys may have their own.',
    z.string('must be text').min(1, 'must not be empty').max(2000, 'must have 2000 characters at most').default('off'),
  ),
  budgetStore: text(
    'WHERE',
    'Where it is kept what budgets and rate limits have used: sqlite (a file in the data folder, shared by all processes that use it), sqlite:PATH or memory.',
    z
      .string()
      .regex(/^(?:sqlite|sqlite:.+|memory)$/s, 'must be sqlite, sqlite:PATH or memory')
      .default('sqlite'),
  ),
  redis: text(
    'URL',
    'Redis for budgets and rate limits that gateways on several machines share, in place of --budget-store.',
    redisAddress().optional(),
  ),
  redisDown: text(
    'WHAT',
    'While Redis, or the file of budgets, does not answer: open (no budget holds) or closed (requests are refused).',
    oneOf('open', 'closed').default('open'),
  ),
  rescue: text(
    'HOW',
    'When thinking has used up all of the output: ask once more with less effort (lower), without thinking (off), or leave it (no).',
    oneOf('no', 'lower', 'off').default('no'),
  ),
  metricsModels: json(
    'Models that are a label of their own in metrics, as patterns; others are "other". Default: what is known of models.',
    z.array(z.string('must be text'), 'must be a list of name patterns').optional(),
  ),
  otlp: text(
    'WHERE',
    'Where OpenTelemetry spans and metrics go: the base address of an OTLP/HTTP receiver, or off. Default: as OTEL_EXPORTER_OTLP_ENDPOINT says; without either, nowhere.',
    telemetryAddress().optional(),
  ),
  otlpText: text(
    'HOW MUCH',
    'Text in spans, without secrets and personal data: none, answer, or all (also reasoning that the client may see). Never where a trace keeps no text.',
    oneOf('none', 'answer', 'all').default('none'),
  ),
  connectTimeout: number('MS', 'How long connecting to the upstream may take.', 1, 3_600_000, 10_000),
  responseTimeout: number(
    'MS',
    'How long the upstream may take to begin its answer; a whole one begins when it is ready.',
    1,
    86_400_000,
    600_000,
  ),
  idleTimeout: number('MS', 'How long the upstream may be silent inside an answer.', 1, 86_400_000, 300_000),
  readPastParser: toggle(
    'Read streams of upstreams past the HTTP parser of Node where they are chunked as usual, which costs less. Off: byte by byte through a parser.',
    true,
  ),
  stallTimeout: number(
    'MS',
    'How long a client may take nothing of what waits for it. Its connection is closed then, and the upstream is let go.',
    1,
    86_400_000,
    300_000,
  ),
  keepAlive: number(
    'MS',
    'How long a stream may be silent: after that, and before twice that, a comment tells its client that the gateway is still there. 0: never.',
    0,
    3_600_000,
    15_000,
  ),
  startUnclosed: text(
    'WHAT',
    'What a thought becomes that was certainly open and never closed, in an answer that ended by itself: hide (reasoning) or answer.',
    oneOf('hide', 'answer').default('hide'),
  ),
  startHeld: number(
    'CHARS',
    'How much text is held while it is not known whether it is reasoning, where clients may see reasoning.',
    1,
    100_000,
    400,
  ),
  startProbe: toggle(
    'Ask inference servers (llama-server, Ollama, vLLM, SGLang, LM Studio) at the start, and after a failure, what they say of their reasoning. llama-server writes one token for it.',
    true,
  ),
  startTrustOff: toggle(
    'Below full visibility, believe a request that switches thinking off. Otherwise its answer is held to the end, as servers and models ignore switches.',
    false,
  ),
  decideAfter: number('MS', 'How long text of an unknown format is held for its structure to show.', 0, 60_000, 600),
  bodyLimit: number('BYTES', 'Largest request.', 1, 1_073_741_824, 33_554_432),
  answerLimit: number(
    'BYTES',
    'Largest whole answer, largest single event of a stream, and most text of a stream whose last event repeats it (Responses, our own events).',
    1_024,
    1_073_741_824,
    67_108_864,
  ),
  askUsage: toggle('Ask the upstream for token counts in every stream. Clients that did not ask do not get them.', true),
  mendRefused: toggle(
    'Where an upstream refuses a setting by its name, ask once more without it, and remember that for the model. What the lists of Anthropic and OpenRouter say of a model is kept to likewise.',
    true,
  ),
  askReasoning: text(
    'WHAT',
    'Reasoning to ask for where the client does not say and the upstream lets one choose: full, summary or none.',
    oneOf('full', 'summary', 'none').optional(),
  ),
  askEffort: text(
    'EFFORT',
    'Effort to ask for where a client of another API than that of the upstream says nothing of thinking: Claude does not think else. minimal, low, medium, high, xhigh or max.',
    oneOf('minimal', 'low', 'medium', 'high', 'xhigh', 'max').optional(),
  ),
  shutdownTimeout: number('MS', 'How long open answers may still take after SIGTERM or SIGINT.', 0, 3_600_000, 10_000),
  pace: number('MS', 'Pause between the pieces of a replayed recording.', 0, 60_000, 20),
  logLevel: text(
    'LEVEL',
    'Least severe lines that are logged: debug, info, warn, error or silent.',
    oneOf('debug', 'info', 'warn', 'error', 'silent').default('warn'),
  ),
})

export const settings = beforeUpstreams.extend({
  routing: json('Rules for upstreams that are routed: { "whenBusy": …, "retries": …, "health": … }.', routingRules.optional()),
  upstreams: json(
    'Several APIs behind the gateway, each { name, url, format, models, aliases, weight, priority, … }: in place of --upstream and what belongs to it.',
    upstreamList(beforeUpstreams.shape).optional(),
  ),
})

/** What code reads. */
export type Settings = z.output<typeof settings>
export type SettingName = keyof Settings

export const settingNames = Object.keys(settings.shape) as SettingName[]

export const metaOf = (name: SettingName): SettingMeta => settings.shape[name].meta() as unknown as SettingMeta

/** `upstreamKeyEnv` ▶ `--upstream-key-env` */
export const flagOf = (name: string): string => `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`

/** `upstreamKeyEnv` ▶ `REASON_UPSTREAM_KEY_ENV` */
export const variableOf = (name: string): string => `REASON_${name.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`

export const defaultOf = (name: SettingName): string | number | boolean | undefined =>
  settings.shape[name].safeParse(undefined).data as string | number | boolean | undefined

function text<S extends z.ZodType>(value: string, about: string, schema: S): S {
  return schema.meta({ kind: 'text', value, about })
}

function number(value: string, about: string, least: number, most: number, standard: number): z.ZodDefault<z.ZodNumber> {
  const range = `must be a whole number from ${least} to ${most}`
  return z.int(range).min(least, range).max(most, range).default(standard).meta({ kind: 'number', value, about })
}

function json<S extends z.ZodType>(about: string, schema: S): S {
  return schema.meta({ kind: 'json', value: 'JSON', about })
}

/** A package by its name, or a file by its path: with options, or without. */
function packageAdapter() {
  return z.union(
    [name(), z.strictObject({ from: name(), options: z.record(z.string(), z.json(), 'must be an object').optional() })],
    'must be the name of a package, the path of a file, or { from, options }',
  )
}

/** A passport of core, as an operator writes it. */
function passport() {
  return z.strictObject({
    models: z.array(z.string('must be text'), 'must be a list of name patterns').describe('Names of models, * for any text.'),
    provider: z.string().optional(),
    flags: z.record(z.string(), z.boolean('must be true or false')).optional().describe('Adapters that fit, or do not, by their ids.'),
    options: z.record(z.string(), z.json()).optional().describe('Options of adapters, by their ids.'),
    serviceTokens: z
      .array(z.string())
      .optional()
      .describe('Tokens of the template, to the letter, which are taken out of answers. They add to those that adapters know.'),
    catchAll: z.boolean().optional(),
    priority: z.number().optional(),
    source: z.string().optional(),
  })
}

function toggle(about: string, standard: boolean): z.ZodDefault<z.ZodBoolean> {
  return z.boolean('must be true or false').default(standard).meta({ kind: 'boolean', value: 'BOOL', about })
}

function name(): z.ZodString {
  return z.string('must be text').min(1, 'must not be empty')
}

function oneOf<const T extends string>(...values: T[]): z.ZodEnum<{ [K in T]: K }> {
  return z.enum(values, `must be one of: ${values.join(', ')}`)
}

function httpAddress(): z.ZodString {
  return anyHttpAddress('http://127.0.0.1:8080/v1')
    .refine(
      (address) => !holdsPassword(address),
      'must hold no user or password; name where the key is with --upstream-key-env, or in the file with key: { env: … }',
    )
    .refine(
      (address) => !URL.canParse(address) || !oneEndpoint.test(new URL(address).pathname),
      'must be the base of an API, like http://127.0.0.1:8080/v1, and not the address of one of its endpoints: leave its last part out',
    )
}

function anyHttpAddress(example: string): z.ZodString {
  const rule = `must be an http or https address, like ${example}`
  return z.string(rule).refine((address) => URL.canParse(address) && /^https?:$/.test(new URL(address).protocol), rule)
}

/** The gateway adds such a path itself. */
const oneEndpoint = /\/(?:chat\/completions|completions|responses|messages|embeddings|api\/(?:chat|generate|tags))\/?$/

/** A backslash is a slash to a parser of addresses, and not to a reader. */
const holdsPassword = (address: string): boolean =>
  /[/\\]{2}[^/\\]*@/.test(address) || (URL.canParse(address) && `${new URL(address).username}${new URL(address).password}` !== '')

function policy() {
  return checkedBy(
    (llm) => parseLlm(llm),
    configKeys().map(({ key }) => key.slice('llm.'.length)),
  )
}

function budgetLimits() {
  return checkedBy(
    (limits) => createBudgets({ limits }),
    ['session', 'key', 'team'].flatMap((scope) =>
      ['tokens', 'window', 'warnAt', 'action', 'forgetAfterMs'].map((field) => `${scope}.${field}`),
    ),
  )
}

function telemetryAddress(): z.ZodString {
  const rule = 'must be off, or an http or https address, like http://127.0.0.1:4318'
  return z
    .string(rule)
    .refine((address) => address === 'off' || (URL.canParse(address) && /^https?:$/.test(new URL(address).protocol)), rule)
}

function daysByTag() {
  const rule = 'must be a number of days from 1 to 36500'
  return z
    .record(z.string(), z.number(rule).min(1, rule).max(36_500, rule), 'must be an object, like { "audit": 365 }')
    .superRefine((days, context) => {
      // The class of all traces that no tag puts into another.
      if (Object.hasOwn(days, 'default'))
        context.addIssue({ code: 'custom', path: ['default'], message: 'is for no tag: --trace-days says how long others are kept' })
    })
}

function traceAddress(): z.ZodString {
  return z
    .string()
    .regex(/^(?:off|sqlite|sqlite:.+|postgres(?:ql)?:\/\/.+)$/s, 'must be sqlite, off, sqlite:PATH or postgres://user@host/database')
}

function redisAddress(): z.ZodString {
  return z.string().regex(/^rediss?:\/\/.+$/, 'must be an address like redis://127.0.0.1:6379')
}
