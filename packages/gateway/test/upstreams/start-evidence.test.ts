import { afterEach, describe, expect, test, vi } from 'vitest'
import { createLearned } from '../../src/upstreams/learned/learned.ts'
import { createStartEvidence } from '../../src/upstreams/start-evidence.ts'
import type { Upstream } from '../../src/upstreams/upstream.ts'

afterEach(() => void vi.useRealTimers())

const settings = { startUnclosed: 'hide', startHeld: 400, startTrustOff: false, startProbe: true } as const

interface Server {
  replies: Readonly<Record<string, object>>
  /** Answers 503 to everything. */
  isDown?: boolean
  /** Never answers these. */
  silent?: string
}

/** A server that answers these paths, and 404 to all others. */
function setup(provider: string, replies: Server['replies'], server: Server = { replies }) {
  const asked: string[] = []
  const upstream: Pick<Upstream, 'ask' | 'provider'> = {
    provider,
    ask(path, _, { onHead, onData, onEnd }) {
      asked.push(path)
      const reply = server.replies[path]
      const status = server.isDown === true ? 503 : reply === undefined ? 404 : 200
      setImmediate(() => {
        if (path === server.silent) return
        onHead(status, { 'content-type': 'application/json' })
        onData(Buffer.from(JSON.stringify(reply ?? {})), false)
        onEnd()
      })
      return { abort() {} } as ReturnType<NonNullable<Upstream['ask']>>
    },
  }
  const learned = createLearned().of('here')
  return { asked, learned, server, evidence: createStartEvidence(settings, learned, upstream as Upstream) }
}

const says = ({ evidence }: ReturnType<typeof setup>, thinking?: boolean) =>
  evidence.origin('m', { json: {}, ...(thinking !== undefined && { thinking }) }).says

/** The template of a model that thinks only if a request tells it to. */
const quiet =
  '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% if enable_thinking is defined and enable_thinking %}<think>\n{% endif %}{% endif %}'

describe('the facts of a server', () => {
  test.each([
    ['vllm', { '/version': { version: '0.11.0' } }, 'vllm'],
    ['llamacpp', { '/props': { build_info: 'b10587-abc' } }, 'llama-server'],
    ['ollama', { '/api/version': { version: '0.13.0' } }, undefined],
  ] as const)('name its engine: %s has reasoning that can be ended, or not', async (provider, replies, engine) => {
    const { evidence } = setup(provider, replies)
    await expect.poll(() => evidence.server()?.build).toBeDefined()
    expect(evidence.engine()).toBe(engine)
  })

  test('llama-server turns thinking on by default', async () => {
    const llama = setup('llamacpp', {
      '/props': { build_info: 'b6240-54a241f5', chat_template: quiet },
      '/v1/chat/completions': { __verbose: { generation_settings: { reasoning_format: 'none' } } },
    })
    await expect.poll(() => says(llama)).toBe('open')
    expect(says(llama, false)).toBe('off')
  })

  test.each([
    ['no template can tell', { renderer: 'qwen3' }, 'splits'],
    [
      'its template can',
      { template: '{{ range .Messages }}<|im_start|>{{ .Role }}\n{{ .Content }}<|im_end|>\n{{ end }}<|im_start|>assistant\n' },
      'off',
    ],
  ] as const)('Ollama does not split a request without thinking if %s', async (_, show, said) => {
    const ollama = setup('ollama', { '/api/version': { version: '0.13.0' }, '/api/show': { capabilities: ['thinking'], ...show } })
    await expect.poll(() => says(ollama, true)).toBe('splits')
    expect(says(ollama, false)).toBe(said)
  })

  test('hold until the next probe, which follows a doubt after some time', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { evidence, asked } = setup('vllm', { '/version': { version: '0.11.0' } })
    const times = (): number => asked.filter((path) => path === '/version').length
    await expect.poll(() => evidence.server()?.build).toBe('0.11.0')
    vi.advanceTimersByTime(59_000)
    evidence.origin('m')
    expect(times()).toBe(1)
    evidence.doubt()
    evidence.origin('m')
    expect(evidence.server()?.build).toBe('0.11.0')
    await expect.poll(times).toBe(2)
    // The server was asked just now.
    evidence.doubt()
    evidence.origin('m')
    await new Promise((resolve) => setImmediate(resolve))
    expect(times()).toBe(2)
  })

  test('hold while the server is down, and probes repeat until it answers', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { evidence, asked, server } = setup('vllm', { '/version': { version: '0.11.0' } })
    const times = (): number => asked.filter((path) => path === '/version').length
    await expect.poll(() => evidence.server()?.build).toBe('0.11.0')
    server.isDown = true
    evidence.doubt()
    for (const next of [2, 3]) {
      vi.advanceTimersByTime(60_000)
      evidence.origin('m')
      await expect.poll(times).toBe(next)
      await new Promise((resolve) => setTimeout(resolve, 20))
      expect(evidence.server()?.build).toBe('0.11.0')
    }
  })

  test('end if a probe shows another server, and probes repeat as long as clients use it', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const replies = { '/props': { build_info: 'b10587-abc', model_alias: 'a', chat_template: quiet } }
    const { evidence, asked, learned, server } = setup('llamacpp', replies)
    const count = (path: string): number => asked.filter((one) => one === path).length
    await expect.poll(() => evidence.server()?.model).toBe('a')
    learned.starts.note('m', 'field')
    const checked = async (): Promise<void> => {
      const before = count('/props')
      await expect
        .poll(() => {
          vi.advanceTimersByTime(60_000)
          evidence.origin('m')
          return count('/props')
        })
        .toBeGreaterThan(before)
    }
    const generated = count('/v1/chat/completions')
    await checked()
    expect(learned.starts.seen('m')).toBeDefined()
    server.replies = { '/props': { ...replies['/props'], model_alias: 'b' } }
    await checked()
    await expect.poll(() => evidence.server()?.model).toBe('b')
    expect(learned.starts.seen('m')).toBeUndefined()
    expect(count('/v1/chat/completions')).toBeGreaterThan(generated)
  })

  const sglang = { version: '0.5.4', served_model_name: 'm' }
  const llama = { build_info: 'b10587-abc', model_alias: 'm', chat_template: quiet }

  test.each<[string, string, Server['replies'], Server['replies']]>([
    [
      'vllm without its parser',
      'vllm',
      { '/version': { version: '0.11.0' }, '/server_info': { vllm_config: "reasoning_parser='qwen3'" } },
      { '/version': { version: '0.11.0' }, '/server_info': { vllm_config: "reasoning_parser=''" } },
    ],
    [
      'sglang with a parser',
      'sglang',
      { '/get_server_info': { ...sglang, reasoning_parser: null } },
      { '/get_server_info': { ...sglang, reasoning_parser: 'qwen3' } },
    ],
    [
      'llama-server with another template for tools',
      'llamacpp',
      { '/props': { ...llama, chat_template_tool_use: quiet } },
      { '/props': { ...llama, chat_template_tool_use: `${quiet} ` } },
    ],
  ])('end, with the observed starts, if the server restarts under all its names: %s', async (_, provider, replies, later) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { evidence, learned, server } = setup(provider, replies)
    await expect.poll(() => evidence.server()?.build).toBeDefined()
    const before = evidence.server()!.splits
    evidence.note('m', 'closer')
    const checked = async (): Promise<void> => {
      vi.advanceTimersByTime(60_001)
      evidence.origin('m')
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    await checked()
    expect(learned.starts.seen('m')).toMatchObject({ closers: 1 })
    server.replies = later
    await checked()
    await expect.poll(() => learned.starts.seen('m')).toBeUndefined()
    expect(evidence.server()!.splits).toBe(before === null ? null : !before)
  })

  test('end, with the observed starts, at the first answer that names another build', async () => {
    const { evidence, learned } = setup('vllm', { '/version': { version: '0.11.0' } })
    await expect.poll(() => evidence.server()?.build).toBe('0.11.0')
    expect(evidence.meet('m', 'b1')).toBe(false)
    evidence.note('m', 'field', 'b1')
    expect(evidence.meet('m', 'b1')).toBe(false)
    expect(evidence.meet('other', 'b1')).toBe(false)
    expect(evidence.meet('m', 'b2')).toBe(true)
    expect(evidence.server()).toBeUndefined()
    // The answer of this build began a while ago.
    expect(evidence.meet('m', 'b1')).toBe(false)
    evidence.note('m', 'closer', 'b2')
    expect(learned.starts.seen('m')).toMatchObject({ fields: 0, closers: 1 })
  })

  test('exclude a response that is too long', async () => {
    const { evidence } = setup('vllm', { '/version': { version: '0.11.0', more: 'x'.repeat(5_000_000) } })
    await expect.poll(() => evidence.server()).toBeDefined()
    expect(evidence.server()).toMatchObject({ server: 'vllm', build: null })
  })

  test('come from probes for a few models at a time, whatever models clients name', async () => {
    const replies = { '/api/version': { version: '0.13.0' } }
    const { evidence, asked } = setup('ollama', replies, { replies, silent: '/api/show' })
    await expect.poll(() => evidence.server()).toBeDefined()
    for (let model = 0; model < 20; model++) evidence.origin(`m${model}`)
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(asked.filter((path) => path === '/api/show')).toHaveLength(4)
  })

  test('are not probed at a hosted service', async () => {
    const { evidence, asked } = setup('openai', { '/version': { version: '0.11.0' } })
    evidence.origin('m')
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(asked).toEqual([])
    expect(evidence.server()).toBeUndefined()
  })

  test('stay, however many models clients name', async () => {
    const { evidence, asked } = setup('ollama', { '/api/version': { version: '0.13.0' }, '/api/show': { capabilities: ['thinking'] } })
    await expect.poll(() => evidence.server()).toBeDefined()
    for (let model = 0; model < 100; model++) {
      evidence.origin(`m${model}`)
      while (asked.filter((path) => path === '/api/show').length <= model) await new Promise((resolve) => setImmediate(resolve))
    }
    await expect.poll(() => evidence.origin('m99').says).toBe('splits')
    expect(evidence.server()).toMatchObject({ server: 'ollama', build: '0.13.0' })
  })

  test.each([
    ['its build', '/api/version', { version: '0.14.0' }],
    ['the template of a model', '/api/show', { template: '{{ .Prompt }}!' }],
    ['the time of a model', '/api/show', { template: '{{ .Prompt }}', modified_at: '2026-11-02' }],
  ])('end if a probe shows another %s', async (_, path, reply) => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const replies = { '/api/version': { version: '0.13.0' }, '/api/show': { template: '{{ .Prompt }}' } }
    const { evidence, asked, learned, server } = setup('ollama', replies)
    const shown = (): number => asked.filter((one) => one === '/api/show').length
    /** Its template is read meanwhile, for which it is not asked twice at a time. */
    const askAgain = async (): Promise<void> => {
      const before = shown()
      for (let tries = 0; shown() === before && tries < 500; tries++) {
        vi.advanceTimersByTime(60_000)
        evidence.doubt()
        evidence.origin('m')
        await new Promise((resolve) => setTimeout(resolve, 10))
      }
      expect(shown()).toBeGreaterThan(before)
    }
    await expect.poll(() => evidence.server()).toBeDefined()
    await askAgain()
    learned.starts.note('m', 'plain')
    await askAgain()
    expect(learned.starts.seen('m')).toMatchObject({ plain: 1 })
    server.replies = { ...replies, [path]: reply }
    await askAgain()
    // The one behind it ends when this one has.
    await askAgain()
    expect(learned.starts.seen('m')).toBeUndefined()
  })
})
