import { expect, it, onTestFinished } from 'vitest'
import { chat, json } from '../../cases/sibling-bodies.ts'
import { startScripted } from '../../matrix/upstream.ts'
import { startGateway } from '../../support/gateway.ts'

/** Fields that clients return from answers of other providers and routers. Some providers refuse each field that they do not know. */
const annotations = [{ type: 'url_citation', url_citation: { url: 'https://a.example', title: 'A', start_index: 0, end_index: 1 } }]
const audio = { id: 'audio_1' }
const images = [{ type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } }]
const ofLiteLlm = { provider_specific_fields: { x: 1 }, thinking_blocks: [{ type: 'thinking', thinking: 'T', signature: 's' }] }
const said = { role: 'assistant', content: 'a' }
const strict = ['mistral', 'groq', 'cerebras']
const rows: readonly (readonly [providers: readonly string[], fields: object, left: object])[] = [
  [strict, { annotations }, {}],
  [strict, { audio, images }, {}],
  [['groq', 'cerebras'], ofLiteLlm, { reasoning: 'T' }],
  [
    ['mistral'],
    ofLiteLlm,
    {
      content: [
        { type: 'thinking', thinking: [{ type: 'text', text: 'T' }] },
        { type: 'text', text: 'a' },
      ],
    },
  ],
  [strict, { refusal: 'No.' }, { content: 'a\n\nNo.' }],
  [['openai'], { annotations, audio, refusal: 'No.' }, { annotations, audio, refusal: 'No.' }],
  [['openai'], ofLiteLlm, {}],
  [['vllm'], { annotations, ...ofLiteLlm }, { annotations, provider_specific_fields: { x: 1 }, reasoning: 'T' }],
  [
    ['openrouter'],
    { annotations, ...ofLiteLlm },
    {
      annotations,
      provider_specific_fields: { x: 1 },
      reasoning_details: [{ type: 'reasoning.text', text: 'T', signature: 's', format: 'unknown', index: 0 }],
    },
  ],
  [[undefined as unknown as string], { annotations, ...ofLiteLlm }, { annotations, ...ofLiteLlm }],
]

const cells = rows.flatMap(([providers, fields, left]) =>
  providers.map((provider) => [provider, Object.keys(fields).join(), fields, left] as const),
)

it.each(cells)('%s gets of %s what it knows', async (provider, _, fields, left) => {
  const upstream = await startScripted()
  onTestFinished(() => upstream.close())
  upstream.play([json(chat({ content: 'ok' }))])
  const own = provider === undefined ? [] : ['--upstream-provider', provider]
  const gateway = await startGateway('--upstream', upstream.origin, ...own)
  const user = { role: 'user', content: 'x' }
  await gateway.chat({ model: 'm', messages: [user, { ...said, ...fields }, user] })
  const { reasoning_content: _thought, ...message } = (upstream.seen[0]!['messages'] as Record<string, unknown>[])[1]!
  expect(message).toEqual({ ...said, ...left })
})
