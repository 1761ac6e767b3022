import { afterEach, describe, expect, test, vi } from 'vitest'
import { createLearned } from '../../src/upstreams/learned/learned.ts'
import { createStartEvidence } from '../../src/upstreams/start-evidence.ts'
import type { Upstream } from '../../src/upstreams/upstream.ts'

afterEach(() => void vi.useRealTimers())

const settings = { startUnclosed: 'hide', startHeld: 400, startTrustOff: false, startProbe: true } as const

/** A server that answers these paths, and 404 to all others. */
function setup(provider: string, replies: Readonly<Record<string, object>>) {
  const asked: string[] = []
  const upstream: Pick<Upstream, 'ask' | 'provider'> = {
    provider,
    ask(path, _, { onHead, onData, onEnd }) {
      asked.push(path)
      const reply = replies[path]
      setImmediate(() => {
        onHead(reply === undefined ? 404 : 200, { 'content-type': 'application/json' })
        onData(Buffer.from(JSON.stringify(reply ?? {})), false)
        onEnd()
      })
      return { abort() {} } as ReturnType<NonNullable<Upstream['ask']>>
    },
  }
  const learned = createLearned().of('here')
  return { asked, evidence: createStartEvidence(settings, learned, upstream as Upstream) }
}

const says = ({ evidence }: ReturnType<typeof setup>, thinking?: boolean) =>
  evidence.origin('m', { json: {}, ...(thinking !== undefined && { thinking }) }).says

/** Thinks where it is told to alone. */
const quiet =
  '{% for m in messages %}<|im_start|>{{ m.role }}\n{{ m.content }}<|im_end|>\n{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\n{% if enable_thinking is defined and enable_thinking %}<think>\n{% endif %}{% endif %}'

describe('what a server says', () => {
  test.each([
    ['vllm', { '/version': { version: '0.11.0' } }, 'vllm'],
    ['llamacpp', { '/props': { build_info: 'b10587-abc' } }, 'llama-server'],
    ['ollama', { '/api/version': { version: '0.13.0' } }, undefined],
  ] as const)('of itself: %s is an engine whose reasoning can be ended, or none', async (provider, replies, engine) => {
    const { evidence } = setup(provider, replies)
    await expect.poll(() => evidence.server()?.build).toBeDefined()
    expect(evidence.engine()).toBe(engine)
  })

  test('llama-server switches thinking on where nothing says otherwise', async () => {
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
  ] as const)('Ollama splits nothing for a request without thinking, where %s', async (_, show, said) => {
    const ollama = setup('ollama', { '/api/version': { version: '0.13.0' }, '/api/show': { capabilities: ['thinking'], ...show } })
    await expect.poll(() => says(ollama, true)).toBe('splits')
    expect(says(ollama, false)).toBe(said)
  })

  test('counts until it is asked again, which it is when it is doubted, after a while', async () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const { evidence, asked } = setup('vllm', { '/version': { version: '0.11.0' } })
    const times = (): number => asked.filter((path) => path === '/version').length
    await expect.poll(() => evidence.server()?.build).toBe('0.11.0')
    vi.advanceTimersByTime(60_000)
    evidence.origin('m')
    expect(times()).toBe(1)
    evidence.doubt()
    evidence.origin('m')
    expect(evidence.server()?.build).toBe('0.11.0')
    await expect.poll(times).toBe(2)
    // It was asked just now.
    evidence.doubt()
    evidence.origin('m')
    await new Promise((resolve) => setImmediate(resolve))
    expect(times()).toBe(2)
  })
})
