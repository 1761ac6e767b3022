import { describe, expect, it } from 'vitest'
import { describeServer, renderedPrompt, type Ask, type ServerId } from '../src/index.ts'
import { serveAnswers } from './served.ts'

const servers: ServerId[] = ['llama-server', 'ollama', 'vllm', 'sglang', 'lm-studio']
const every =
  (answer: unknown): Ask =>
  async () =>
    answer as never
const json = (value: unknown): Ask => every({ status: 200, headers: {}, json: value })
const paths = ['/v1/models', '/props', '/slots', '/api/version', '/version', '/server_info', '/get_server_info', '/api/v0/models']

/** An answer to every question that has every field of every server, with this value. */
const fieldsWith = (value: unknown): object => ({
  data: [
    {
      id: value,
      owned_by: value,
      root: value,
      state: value,
      compatibility_type: value,
      quantization: value,
      meta: { n_params: value, size: value },
    },
  ],
  build_info: value,
  chat_template: value,
  chat_template_tool_use: value,
  model_alias: value,
  version: value,
  template: value,
  capabilities: value,
  modified_at: value,
  renderer: value,
  parser: value,
  vllm_config: value,
  reasoning_parser: value,
  model_path: value,
  served_model_name: value,
  weight_version: value,
})

let deep: unknown = 'x'
for (let depth = 0; depth < 100_000; depth++) deep = [deep]

const answers: [string, Ask][] = [
  ['rejects', async () => Promise.reject(new Error('socket'))],
  [
    'throws',
    () => {
      throw new Error('no such upstream')
    },
  ],
  ['never answers in time', every(undefined)],
  ...([null, undefined, 7, 'text', true, [], [null, 1, 'x', []], {}, deep] as const).map((value): [string, Ask] => [
    `answers ${typeof value === 'object' && value !== null ? (value === deep ? 'deep nests' : JSON.stringify(value)) : String(value)}`,
    json(value),
  ]),
  ...([null, 7.5, -1, Number.MAX_VALUE, true, [], {}, '', [[[]]], { toString: 'x' }] as const).map((value): [string, Ask] => [
    `has ${JSON.stringify(value)} in every field`,
    json(fieldsWith(value)),
  ]),
  [
    'has lists in place of slots',
    json([null, 7, 'x', { params: null }, { id_task: 0, params: [] }, { id_task: 0, params: { reasoning_format: {} } }]),
  ],
  [
    'has a prototype for a model',
    json(JSON.parse('{"data":[{"__proto__":{"id":"x","owned_by":"llamacpp"}}],"__proto__":{"build_info":"b10587"}}')),
  ],
]

describe('a hostile server', () => {
  describe.each(answers)('that %s', (_, ask) => {
    it('is described as unknown, or as what it was said to be', async () => {
      const { evidence, ...rest } = await describeServer(ask, { model: 'm' })
      expect(rest).toEqual({ server: undefined })
      expect(evidence.length).toBeLessThanOrEqual(8)
    })

    it.each(servers)('tells nothing of a known %s that has to be believed', async (known) => {
      const { evidence: _, server, splits, model, ...rest } = await describeServer(ask, { known, model: 'm', generates: true })
      expect(server).toBe(known)
      // No field of a type of its own; null for a parser is SGLang's own word, and a list without "thinking" Ollama's.
      expect(rest).toEqual({})
      expect([undefined, false]).toContain(splits)
      expect([undefined, 'm']).toContain(model)
    })

    it('renders no prompt', async () => {
      expect(await renderedPrompt(ask, [])).toBeUndefined()
    })
  })

  const long = 'x'.repeat(1024 * 1024 + 1)

  it.each(servers)('fills no memory with what it says: %s', async (known) => {
    const described = await describeServer(json(fieldsWith(long)), { known, model: 'm' })
    expect(JSON.stringify(described).length).toBeLessThan(2000)
  })

  it('has its template up to the limit, and is said to have one beyond it', async () => {
    const most = long.slice(1)
    const at = await describeServer(json({ chat_template: most, build_info: 'b10587' }), { known: 'llama-server' })
    expect(at.template).toBe(most)
    const beyond = await describeServer(json({ chat_template: long, build_info: 'b10587' }), { known: 'llama-server' })
    expect(beyond.template).toBeUndefined()
    expect(beyond.evidence.find(({ asked }) => asked === 'GET /props')!.told).toBe(
      'build b10587, template of 1,048,577 characters (too long, left out)',
    )
  })

  it('writes nothing to a terminal through the evidence', async () => {
    const { evidence } = await describeServer(json({ build_info: 'b1\u001B[2J\r\n\u009B\u2028x' }), { known: 'llama-server' })
    expect(evidence.find(({ asked }) => asked === 'GET /props')!.told).toBe('build b1 [2J x')
  })

  it('lists a million models and slots', async () => {
    const list = Array.from({ length: 1_000_000 }, () => ({
      id: 'm',
      owned_by: 'llamacpp',
      id_task: 0,
      params: { reasoning_format: 'auto', chat_format: 'x' },
    }))
    const ask: Ask = async (path) => ({ status: 200, json: path === '/slots' ? list : { data: list } })
    expect(await describeServer(ask)).toMatchObject({ server: 'llama-server', model: 'm', splits: true })
  })

  it('is asked each question once, also if all of its answers speak for all servers', async () => {
    const all = { data: [{ id: 'm', owned_by: 'x', compatibility_type: 'gguf' }], build_info: 'b10587', model_path: 'm', version: '1.0' }
    const { ask, got } = serveAnswers(Object.fromEntries(paths.map((path) => [`GET ${path}`, all])))
    expect((await describeServer(ask)).server).toBe('llama-server')
    expect(new Set(got.map(({ path }) => path)).size).toBe(got.length)
  })
})
