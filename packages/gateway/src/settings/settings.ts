import * as z from 'zod'
import type { TextAdapter } from '@reason/core'
import { styles } from '@reason/gateway-api/headers'
import { ourWires, type UpstreamWire } from '../wires.ts'
import type { GatewayRule } from '../gateway-rule.ts'
import { routingRules } from './routing-rules.ts'
import { upstreamList } from './upstream-list.ts'
import { anyHttpAddress, json, name, number, oneOf, text, toggle } from './setting-kinds.ts'
import { budgetLimits, daysByTag, httpAddress, passport, policy } from './setting-values.ts'

/** Settings of the gateway itself in every runtime. `routing` and `upstreams` are built on these. */
export const gatewayShape = {
  upstream: text('URL', 'Base address of the API behind the gateway. Without it, recordings are replayed.', httpAddress().optional()),
  upstreamFormat: text(
    'ID',
    'Wire format of the upstream: openai-chat, openai-responses, anthropic-messages, gemini, gemini-interactions, bedrock-converse, cohere, ollama, or the id of a wire format among the adapters.',
    name()
      .meta({ examples: [...ourWires] })
      .default('openai-chat'),
  ),
  upstreamProvider: text(
    'NAME',
    'Provider whose rules apply to requests and answers (anthropic, deepseek, openrouter). Default: by the host of the upstream.',
    name().optional(),
  ),
  upstreamEngine: text(
    'NAME',
    'Server that runs the model: llama-server (August 2026 or newer) or vllm. Reasoning budgets then use the mechanism of that server.',
    oneOf('llama-server', 'vllm').optional(),
  ),
  upstreamProxy: text(
    'URL',
    'HTTP proxy for requests to the upstream. The address may have a user name and a password.',
    anyHttpAddress('http://proxy.example:3128').optional(),
  ),
  adapter: text(
    'ID',
    'Adapter for all models: harmony, think-tags, marker, json-fields, auto, plain, or the id of a listed adapter.',
    name().optional(),
  ),
  modelFamily: text(
    'NAME',
    'Model family that decides how to split every answer (gpt-oss, qwen3, deepseek-r1), whatever model a request names.',
    name().optional(),
  ),
  passports: json(
    'Facts about models: a list of { models, flags, options, serviceTokens }. They override the facts that adapters have.',
    z.array(passport()).optional(),
  ),
  reasoningField: text(
    'FIELD',
    'Field in which clients get reasoning: reasoning_content or reasoning.',
    oneOf('reasoning_content', 'reasoning').default('reasoning_content'),
  ),
  style: text(
    'STYLE',
    'Format of reasoning for clients: field (the field of their API), tags (<think>…</think> before the answer, for clients without such a field) or drop. A request may choose (x-reason-style).',
    oneOf(...styles).default('field'),
  ),
  commentary: text(
    'CHANNEL',
    'Destination of commentary: reasoning, answer or drop.',
    oneOf('reasoning', 'answer', 'drop').default('reasoning'),
  ),
  trim: toggle('Remove the blank lines that templates put next to tags. Off: text stays unchanged.', true),
  llm: json(
    'Policies: { "postproc": …, "harmony": …, "marker": …, "reasoning_ratio": … }, also with dotted keys. The guide of @reason/policy lists them.',
    policy().optional(),
  ),
  visibility: text(
    'LEVEL',
    'Reasoning that clients may see: full, summary, label (only that the model thinks, and for how long) or none.',
    oneOf('full', 'summary', 'label', 'none').default('full'),
  ),
  delivery: text(
    'MODE',
    'Delivery of reasoning: stream (as it arrives), on (one block at its end) or off (none).',
    oneOf('stream', 'on', 'off').default('stream'),
  ),
  sealCarrier: text(
    'PLACE',
    'Carrier of sealed values: field (reasoning_details in Chat Completions), call-id (ids of tool calls) or both. Messages and Responses always use the field, and their ids refer to values in memory.',
    oneOf('field', 'call-id', 'both').default('both'),
  ),
  callIds: text(
    'KIND',
    'Ids of tool calls in Chat Completions that carry a sealed value: whole (hundreds of characters, which any process opens) or short (30 characters, a reference to the value in the memory of this process).',
    oneOf('whole', 'short').default('whole'),
  ),
  traceMode: text(
    'MODE',
    'Detail of traces: redacted (reasoning without secrets and personal data), metadata (no text), full or none. A request may ask for less (x-reason-trace).',
    oneOf('none', 'metadata', 'redacted', 'full').default('redacted'),
  ),
  requireTraces: toggle('Refuse requests that ask for a smaller trace (x-reason-trace) than the trace mode and their key set.', false),
  tracePrompts: toggle('Store the beginning of the user’s last message in traces that store text, redacted like the reasoning.', false),
  traceDaysByTag: json(
    'Days to keep traces of keys with a tag: { "audit": 365, "trial": 1 }. If a key has several tags, the first one in this list counts.',
    daysByTag().optional(),
  ),
  sessionBudget: number(
    'TOKENS',
    'Reasoning tokens that a session may use. 0: unlimited. Requests without a session have no session budget.',
    0,
    1_000_000_000_000,
    500_000,
  ),
  budgetAction: text(
    'ACTION',
    'Action when the budget of a session is used up: reject (the next request), stop (end this reasoning, then answer) or warn.',
    oneOf('reject', 'stop', 'warn').default('reject'),
  ),
  budgets: json(
    'Budgets in full: { "session": …, "key": …, "team": … }, each { tokens, window, warnAt, action }.',
    budgetLimits().optional(),
  ),
  wrapUp: text(
    'WORDS',
    'Message that asks the model to finish, added to the next request after a budget has reached its warning mark: off, on (default text) or your text. Keys may have their own.',
    z.string('must be text').min(1, 'must not be empty').max(2000, 'must have 2000 characters at most').default('off'),
  ),
  redisDown: text(
    'ACTION',
    'Action when Redis or the budget file does not answer: open (no limits) or closed (requests are rejected).',
    oneOf('open', 'closed').default('open'),
  ),
  rescue: text(
    'ACTION',
    'If thinking has used up the output limit: send the request again with less effort (lower), with thinking off (off), or not (no). Recorded models: off.',
    oneOf('no', 'lower', 'off').default('no'),
  ),
  otlpText: text(
    'TEXT',
    'Redacted text in spans: none, answer, or all (also reasoning that the client may see). None if the trace stores no text.',
    oneOf('none', 'answer', 'all').default('none'),
  ),
  connectTimeout: number('MS', 'Time limit to connect to the upstream.', 1, 3_600_000, 10_000),
  responseTimeout: number(
    'MS',
    'Time limit until the upstream begins its answer. A whole answer begins when it is complete.',
    1,
    86_400_000,
    600_000,
  ),
  idleTimeout: number('MS', 'Longest silence of the upstream within an answer.', 1, 86_400_000, 300_000),
  stallTimeout: number(
    'MS',
    'Time limit for a client that reads nothing while data waits. After it, the gateway closes the connection and the upstream request.',
    1,
    86_400_000,
    300_000,
  ),
  keepAlive: number(
    'MS',
    'Silence in a stream after which the client gets a keep-alive comment, at the latest after twice that time. 0: never.',
    0,
    3_600_000,
    15_000,
  ),
  startUnclosed: text(
    'CHANNEL',
    'Channel of reasoning that was never closed, if the answer ended normally: hide (reasoning) or answer.',
    oneOf('hide', 'answer').default('hide'),
  ),
  startHeld: number('CHARS', 'Limit of text to buffer while its channel is unknown, for clients that may see reasoning.', 1, 100_000, 400),
  startProbe: toggle(
    'Query inference servers (llama-server, Ollama, vLLM, SGLang, LM Studio) for their reasoning settings at the start and after a failure. llama-server generates one token for it.',
    true,
  ),
  startTrustOff: toggle(
    'Below full visibility, trust a request that switches thinking off. Off: the gateway buffers its answer until the end, because servers and models may ignore the switch.',
    false,
  ),
  decideAfter: number('MS', 'Time to buffer text of an unknown format while it shows no structure.', 0, 60_000, 600),
  bodyLimit: number('BYTES', 'Size limit of a request body.', 1, 1_073_741_824, 33_554_432),
  answerLimit: number(
    'BYTES',
    'Size limit of a whole answer, of one stream event, and of the text of a stream whose last event repeats it (Responses, our own events).',
    1_024,
    1_073_741_824,
    67_108_864,
  ),
  fastPath: toggle(
    'Forward unchanged text without parsing it to HTTP clients of any API, if the upstream speaks Chat Completions. Off: the gateway parses and rewrites every event.',
    true,
  ),
  askUsage: toggle('Ask the upstream for token counts in every stream. Clients that did not ask do not get them.', true),
  mendRefused: toggle(
    'If an upstream refuses a parameter by its name, send the request again without it, and remember that for the model. Limits in the model lists of Anthropic and OpenRouter also apply.',
    true,
  ),
  askReasoning: text(
    'KIND',
    'Reasoning to request if the client names none and the upstream offers a choice: full, summary or none.',
    oneOf('full', 'summary', 'none').optional(),
  ),
  askEffort: text(
    'EFFORT',
    'Effort to request if a client speaks another API than the upstream and does not mention thinking. Without it, Claude does not think. minimal, low, medium, high, xhigh or max.',
    oneOf('minimal', 'low', 'medium', 'high', 'xhigh', 'max').optional(),
  ),
  stopSequences: text(
    'TEXT',
    'Text in which stop sequences of requests count: output (the upstream compares them, most also with the reasoning) or answer (the gateway compares them, with the answer alone).',
    oneOf('output', 'answer').default('output'),
  ),
}

export const gatewaySettings = z.strictObject({
  ...gatewayShape,
  routing: json('Rules for several upstreams: { "whenBusy": …, "retries": …, "health": … }.', routingRules.optional()),
  upstreams: json('Several APIs behind the gateway.', upstreamList(gatewayShape, name()).optional()),
})

/** An upstream in the list. The program that runs the gateway decides where its key is stored. */
export type UpstreamEntry = Omit<NonNullable<z.output<typeof gatewaySettings>['upstreams']>[number], 'key'>

/** Settings as code reads them. */
export interface GatewaySettings extends Omit<z.output<typeof gatewaySettings>, 'upstreams'> {
  upstreams?: readonly UpstreamEntry[] | undefined
}

/** Settings with everything else that a gateway needs. */
export interface GatewayConfig extends GatewaySettings {
  /** Third-party adapters. For the models that they know, they win over built-in ones. */
  packageAdapters: readonly TextAdapter[]
  packageWires: readonly UpstreamWire[]
  /** Third-party rules, in the order in which they are called. */
  packageRules: readonly GatewayRule[]
  /** Settings that the operator set. All others have their defaults. */
  origins: { has(name: 'decideAfter'): boolean }
  /** Key for the upstream. It replaces the client's key. Never logged. */
  upstreamKey: string | undefined
  /** Keys of several upstreams, by name. Never logged. */
  upstreamKeys: Readonly<Record<string, string>>
}
