import type { Json } from '@reason/gateway/json'
import type { OurWire } from '@reason/gateway/upstreams'
import { chat, claude, converse, gemini, json } from '../sibling-bodies.ts'
import { f } from '../sibling-calls.ts'
import type { WireSibling } from '../wire-siblings.ts'
import { calls, endpoints, message, ok, pngUrl, responses, stops } from './situation-bodies.ts'

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
