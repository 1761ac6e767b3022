import type { Json } from '@reason/gateway/json'
import type { OurWire } from '@reason/gateway/upstreams'
import { chat, claude, converse, gemini, json } from '../sibling-bodies.ts'
import { f } from '../sibling-calls.ts'
import type { Endpoint } from '../wire-rows.ts'
import type { WireSibling } from '../wire-siblings.ts'
import { calls, endpoints, message, ok, png, pngUrl, responses, stops } from './situation-bodies.ts'

/** Answers with what one API alone has beside the text and the calls: these arrive, whatever stands around them. */
const rich: readonly (readonly [kind: string, upstream: OurWire, answer: Json, isCalled?: true])[] = [
  [
    'tools that OpenAI ran',
    'openai-responses',
    responses([
      { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'q' } },
      { type: 'file_search_call', id: 'fs_1', status: 'completed', queries: ['q'], results: null },
      { type: 'code_interpreter_call', id: 'ci_1', status: 'completed', code: 'print(1)', container_id: 'c', outputs: [] },
      { type: 'mcp_list_tools', id: 'mcpl_1', server_label: 's', tools: [] },
      { type: 'mcp_call', id: 'mcp_1', server_label: 's', name: 'n', arguments: '{}', output: 'out', error: null },
      message('ok'),
    ]),
  ],
  [
    'a search of Claude',
    'anthropic-messages',
    claude(
      [
        { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } },
        {
          type: 'web_search_tool_result',
          tool_use_id: 'srvtoolu_1',
          content: [{ type: 'web_search_result', url: 'https://b.example', title: 'B', encrypted_content: 'E' }],
        },
        {
          ...ok,
          citations: [{ type: 'web_search_result_location', url: 'https://b.example', title: 'B', cited_text: 'c', encrypted_index: 'i' }],
        },
        { type: 'tool_use', id: 'toolu_1', name: 'f', input: { q: 1 } },
      ],
      'tool_use',
    ),
    true,
  ],
  ['a compaction of Claude', 'anthropic-messages', claude([{ type: 'compaction', content: 'Earlier.', encrypted_content: 'E' }, ok])],
  [
    'code that Gemini ran',
    'gemini',
    gemini(
      [
        { executableCode: { language: 'PYTHON', code: 'print(1)' } },
        { codeExecutionResult: { outcome: 'OUTCOME_OK', output: '1' } },
        { text: 'ok' },
        { functionCall: { name: 'f', args: { q: 1 } } },
      ],
      'STOP',
    ),
    true,
  ],
  [
    'a cited text of Converse',
    'bedrock-converse',
    converse(
      [
        { citationsContent: { content: [{ text: 'ok' }], citations: [{ title: 'D', location: { web: { url: 'https://d.example' } } }] } },
        { toolUse: { toolUseId: 't1', name: 'f', input: { q: 1 } } },
      ],
      'tool_use',
    ),
    true,
  ],
  [
    'a plan of Cohere',
    'cohere',
    {
      id: 'co1',
      finish_reason: 'TOOL_CALL',
      message: {
        role: 'assistant',
        tool_plan: 'plan',
        content: [ok],
        tool_calls: [{ id: 'f_1', type: 'function', function: { name: 'f', arguments: '{"q":1}' } }],
      },
      usage: { tokens: { input_tokens: 10, output_tokens: 5 } },
    },
    true,
  ],
  [
    'sound and images',
    'openai-chat',
    chat({
      content: 'ok',
      audio: { id: 'audio_1', data: 'AAAA', transcript: 'hi' },
      images: [{ type: 'image_url', image_url: { url: pngUrl } }],
      annotations: [{ type: 'url_citation', url_citation: { url: 'https://a.example', title: 'A', start_index: 0, end_index: 1 } }],
    }),
  ],
]
export const answered: readonly WireSibling[] = rich.flatMap(([kind, upstream, answer, isCalled]) =>
  endpoints.map((endpoint): WireSibling => ({
    id: `an answer with ${kind}, to ${endpoint}`,
    endpoint,
    upstream,
    answer: json(answer),
    told: { answer: 'ok', calls: isCalled === true ? [f] : [], finish: (isCalled === true ? calls : stops)[endpoint] },
  })),
)

const summarised = (summary: readonly string[], content: readonly string[]): Json => ({
  type: 'reasoning',
  id: 'rs_1',
  summary: summary.map((text) => ({ type: 'summary_text', text })),
  content: content.map((text) => ({ type: 'reasoning_text', text })),
})

const steps = (list: readonly Json[]): Json => ({ id: 'i1', object: 'interaction', model: 'm', status: 'completed', steps: list })
const output = (content: Json): Json => steps([{ type: 'model_output', content: [content] }])

/** Items of Responses that a client of another API would run, or that a provider ran: they are no answer. */
const lone: readonly Json[] = [
  { type: 'computer_call', id: 'cu_1', call_id: 'call_1', status: 'completed', action: { type: 'screenshot' }, pending_safety_checks: [] },
  { type: 'shell_call', id: 'sh_1', call_id: 'call_1', status: 'completed', action: { commands: ['ls'] } },
  { type: 'local_shell_call', id: 'sh_1', call_id: 'call_1', status: 'completed', action: { type: 'exec', command: ['ls'], env: {} } },
  { type: 'apply_patch_call', id: 'ap_1', call_id: 'call_1', status: 'completed', operation: { type: 'delete_file', path: 'a' } },
  { type: 'mcp_approval_request', id: 'mr_1', name: 'f', server_label: 's', arguments: '{}' },
  { type: 'tool_search_call', id: 'ts_1', call_id: 'call_1', status: 'completed', execution: 'client', arguments: {} },
  { type: 'web_search_call', id: 'ws_1', status: 'completed', action: { type: 'search', query: 'q' } },
  { type: 'future_call', id: 'fc_1', status: 'completed' },
]
const ofOthers = ['completions', 'messages'] as const
const knownName = (type: unknown): string => (type === 'future_call' ? 'an item of an unknown type' : String(type))
const remedy = 'Send the request to /v1/responses.'

const nothingBut = (names: string, way: string): string =>
  `The answer has nothing but items that this API has no field for: ${names}. ${way} / not_supported`

const ofResponses: readonly WireSibling[] = ofOthers.flatMap((endpoint) =>
  lone.flatMap((item): WireSibling[] => {
    return [
      {
        id: `an answer of nothing but ${String(item['type'])}, to ${endpoint}`,
        endpoint,
        upstream: 'openai-responses',
        answer: json(responses([item])),
        told: { error: nothingBut(knownName(item['type']), remedy) },
      },
      {
        id: `an answer with a text and ${String(item['type'])}, to ${endpoint}`,
        endpoint,
        upstream: 'openai-responses',
        answer: json(responses([message('ok'), item])),
        told: { answer: 'ok', warnings: item['type'] === 'web_search_call' ? [] : ['item-left-out'] },
      },
    ]
  }),
)

const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search', input: { query: 'q' } }
const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [] }
const inImages = 'Use Chat Completions or Responses.'
const inText = 'Ask the model for a text.'
const atClaude = 'Send the request to /v1/messages.'
/** Answers of nothing but tools that the provider ran, or media. */
const empty: readonly (readonly [upstream: OurWire, answer: Json, names: string, way: string, places?: readonly Endpoint[]])[] = [
  ['anthropic-messages', claude([search, found]), 'server_tool_use', atClaude, ['completions', 'responses']],
  ['anthropic-messages', claude([{ type: 'hologram' }]), 'an item of an unknown type', atClaude, ['completions', 'responses']],
  [
    'gemini',
    gemini([{ executableCode: { language: 'PYTHON', code: 'print(1)' } }, { codeExecutionResult: { outcome: 'OUTCOME_OK' } }], 'STOP'),
    'executableCode, codeExecutionResult',
    inText,
  ],
  ['gemini', gemini([{ toolCall: { toolType: 'GOOGLE_SEARCH_WEB', id: 'a' } }], 'STOP'), 'toolCall', inText],
  ['gemini', gemini([{ inlineData: { mimeType: 'audio/wav', data: 'AAAA' } }], 'STOP'), 'media', inText],
  ['gemini', gemini([{ inlineData: { mimeType: 'image/png', data: png } }], 'STOP'), 'image', inImages, ['messages']],
  ['openai-chat', chat({ content: null, images: [{ type: 'image_url', image_url: { url: pngUrl } }] }), 'image', inImages, ['messages']],
  ['bedrock-converse', converse([{ image: { format: 'png', source: { bytes: png } } }], 'end_turn'), 'image', inImages, ['messages']],
  [
    'bedrock-converse',
    converse([{ toolUse: { toolUseId: 't', name: 'nova_grounding', input: {}, type: 'server_tool_use' } }], 'end_turn'),
    'server_tool_use',
    inText,
  ],
  ['gemini-interactions', steps([{ type: 'google_search_call', id: 'g', arguments: { queries: ['q'] } }]), 'google_search_call', inText],
  ['gemini-interactions', output({ type: 'audio', data: 'AAAA', mime_type: 'audio/wav' }), 'audio', inText],
  ['gemini-interactions', output({ type: 'image', data: png, mime_type: 'image/png' }), 'image', inImages, ['messages']],
]
export const itemsOfOthers: readonly WireSibling[] = [
  ...ofResponses,
  ...empty.flatMap(([upstream, answer, names, way, places = endpoints], row) =>
    places.map((endpoint): WireSibling => ({
      id: `an answer of nothing but ${names} (${row}), to ${endpoint}`,
      endpoint,
      upstream,
      answer: json(answer),
      told: { error: nothingBut(names, way) },
    })),
  ),
]

/** One thought, in both lists of its item. */
const twice: readonly (readonly [summary: readonly string[], content: readonly string[]])[] = [
  [['Ten and seven.'], ['Ten and seven.']],
  [['Ten', 'and seven.'], ['Ten\n\nand seven.']],
  [['Ten\n\nand seven.'], ['Ten', 'and seven.']],
]
export const repeatedThoughts: readonly WireSibling[] = ofOthers.flatMap((endpoint) =>
  twice.map(([summary, content], at): WireSibling => ({
    id: `a thought in the summary and the content of its item (${at}), to ${endpoint}`,
    endpoint,
    upstream: 'openai-responses',
    answer: json(responses([summarised(summary, content), message('ok')])),
    // Messages has a block for each part, Chat puts the parts behind one another.
    told: { answer: 'ok', thought: summary.join('') },
  })),
)
