import type { OurWire } from '@reason/gateway/upstreams'
import type { Served } from '../../matrix/upstream.ts'
import { chat, json } from '../sibling-bodies.ts'
import type { WireSibling } from '../wire-siblings.ts'
import { endpoints, responses } from './situation-bodies.ts'

/** How providers refuse, and what clients make of it: words and code, or the type of an error where there is no code. */
type Refusal = readonly [kind: string, upstream: OurWire, served: Served, message: string, code: string, ofMessages?: string]
const refusals: readonly Refusal[] = [
  [
    'an overloaded provider',
    'anthropic-messages',
    json({ type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }, 529),
    'Overloaded',
    'overloaded_error',
  ],
  [
    'a prompt that is too long',
    'anthropic-messages',
    json({ type: 'error', error: { type: 'invalid_request_error', message: 'prompt is too long: 210000 tokens > 200000 maximum' } }, 400),
    'prompt is too long: 210000 tokens > 200000 maximum',
    'context_length_exceeded',
  ],
  [
    'a quota that is used up',
    'openai-chat',
    json({ error: { message: 'You exceeded your current quota', type: 'insufficient_quota', code: 'insufficient_quota' } }, 429),
    'You exceeded your current quota',
    'insufficient_quota',
  ],
  [
    "a list of Cloudflare's",
    'openai-chat',
    json({ success: false, errors: [{ message: 'AiError: bad', code: 'ai_error' }], result: null }, 400),
    'AiError: bad',
    'ai_error',
  ],
  ['a code of Databricks', 'openai-chat', json({ error_code: 'BAD_REQUEST', message: 'Bad' }, 400), 'Bad', 'BAD_REQUEST'],
  [
    'a filter of Azure',
    'openai-chat',
    json({ error: { message: 'The prompt triggered the policy.', param: 'prompt', code: 'content_filter', status: 400 } }, 400),
    'The prompt triggered the policy.',
    'content_filter',
  ],
  [
    'a model that is not there',
    'ollama',
    json({ error: 'model "x" not found, try pulling it first' }, 404),
    'model "x" not found, try pulling it first',
    'upstream_error',
    'not_found_error',
  ],
  [
    'an exception of Converse',
    'bedrock-converse',
    json({ message: 'Too many tokens, please wait.' }, 429),
    'Too many tokens, please wait.',
    'upstream_error',
    'rate_limit_error',
  ],
  [
    'a failed response',
    'openai-responses',
    json(responses([], { status: 'failed', error: { code: 'rate_limit_exceeded', message: 'Slow down' } })),
    'Slow down',
    'rate_limit_exceeded',
  ],
  [
    'an error in a choice',
    'openai-chat',
    json({
      ...chat({}),
      choices: [{ index: 0, message: { content: '' }, finish_reason: 'error', error: { code: 502, message: 'Provider disconnected' } }],
    }),
    'Provider disconnected',
    '502',
    'api_error',
  ],
  ['a text with the status 200', 'openai-chat', json({ error: 'Boom text' }), 'Boom text', 'upstream_error', 'api_error'],
  [
    'a fault of an API gateway',
    'openai-chat',
    json({ fault: { faultstring: 'Invalid API key', detail: { errorcode: 'oauth.v2.InvalidApiKey' } } }, 401),
    'Invalid API key',
    'oauth.v2.InvalidApiKey',
  ],
  ['a list of texts', 'openai-chat', json({ errors: ['Model not found'] }, 404), 'Model not found', 'upstream_error', 'not_found_error'],
  [
    'a message in `msg`',
    'openai-chat',
    json({ code: 20012, msg: 'Model does not exist' }, 400),
    'Model does not exist',
    '20012',
    'invalid_request_error',
  ],
  [
    'an error in an error',
    'openai-chat',
    json({ error: { error: { message: 'max_tokens is too large', type: 'invalid_request_error', code: 'invalid_value' } } }, 400),
    'max_tokens is too large',
    'invalid_value',
  ],
  [
    'a text in an error',
    'openai-chat',
    json({ error: { error: 'max_tokens is too large' } }, 400),
    'max_tokens is too large',
    'upstream_error',
    'invalid_request_error',
  ],
  [
    'the faults of a request, by place',
    'openai-chat',
    json({ detail: [{ type: 'missing', loc: ['body', 'messages', 0, 'content'], msg: 'Field required', input: {} }] }, 422),
    'body.messages.0.content: Field required',
    'missing',
    'invalid_request_error',
  ],
  [
    'an object in `detail`',
    'openai-chat',
    json({ detail: { message: 'Unsupported parameter', code: 'unsupported_parameter' } }, 400),
    'Unsupported parameter',
    'unsupported_parameter',
  ],
  [
    'an error that a router quotes',
    'openai-chat',
    json(
      {
        error: {
          message: 'Provider returned error',
          code: 400,
          metadata: { raw: '{"error":{"message":"max_tokens is at most 8192","code":"invalid_value"}}', provider_name: 'P' },
        },
      },
      400,
    ),
    'max_tokens is at most 8192',
    'invalid_value',
  ],
  [
    'a text that a router quotes',
    'openai-chat',
    json({ error: { message: 'Provider returned error', code: 429, metadata: { raw: 'P is rate-limited.', provider_name: 'P' } } }, 429),
    'P is rate-limited.',
    '429',
    'rate_limit_error',
  ],
  ['a text in `err`', 'openai-chat', json({ err: 'the model loads' }, 503), 'the model loads', 'upstream_error', 'overloaded_error'],
  [
    'a text in `err`, with the status 200',
    'openai-chat',
    json({ err: 'the model loads' }),
    'the model loads',
    'upstream_error',
    'api_error',
  ],
  ['an object in `err`', 'openai-chat', json({ err: { msg: 'no credit', code: 'E3' } }, 402), 'no credit', 'E3'],
  [
    'a message in `msg`, with the status 200',
    'openai-chat',
    json({ code: 50501, msg: 'system busy', data: null }),
    'system busy',
    '50501',
    'api_error',
  ],
  ['a message in `error_msg`', 'openai-chat', json({ error_code: 17, error_msg: 'daily limit' }), 'daily limit', '17', 'api_error'],
  [
    'an error of OAuth',
    'openai-chat',
    json({ error: 'invalid_token', error_description: 'The access token expired' }, 401),
    'The access token expired',
    'invalid_token',
  ],
  [
    'an exception with a namespace',
    'bedrock-converse',
    json({ __type: 'com.amazon.coral#ValidationException', message: 'Malformed input' }, 400),
    'Malformed input',
    'ValidationException',
    'invalid_request_error',
  ],
]
export const refused: readonly WireSibling[] = refusals.flatMap(([kind, upstream, answer, words, code, ofMessages = code]) =>
  endpoints.map((endpoint): WireSibling => ({
    id: `${kind}, to ${endpoint}`,
    endpoint,
    upstream,
    answer,
    told: { error: `${words} / ${endpoint === 'messages' ? ofMessages : code}` },
  })),
)

/** When a provider that is busy says to ask again, and where. */
const retryInfo = { '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '39.5s' }
const busy = { code: 429, message: 'Quota', status: 'RESOURCE_EXHAUSTED' }
export const delays: readonly WireSibling[] = (
  [
    ['RetryInfo', 'gemini', json({ error: { ...busy, details: [retryInfo] } }, 429), '40'],
    ['RetryInfo in a list', 'openai-chat', json([{ error: { ...busy, details: [retryInfo] } }], 429), '40'],
    ['a delay of a quota', 'gemini', json({ error: { ...busy, details: [{ metadata: { quotaResetDelay: '373.8ms' } }] } }, 429), '1'],
    [
      'a header of the provider behind a router',
      'openai-chat',
      json({ error: { ...busy, metadata: { headers: { 'Retry-After': '7' } } } }, 429),
      '7',
    ],
    ['nothing', 'gemini', json({ error: busy }, 429), undefined],
  ] as const
).flatMap(([kind, upstream, answer, delay]) =>
  endpoints.map((endpoint): WireSibling => ({
    id: `a refusal whose body says ${kind}, to ${endpoint}`,
    endpoint,
    upstream,
    answer,
    told: { error: `Quota / ${endpoint === 'messages' ? 'rate_limit_error' : '429'}` },
    head: { 'retry-after': delay },
  })),
)
