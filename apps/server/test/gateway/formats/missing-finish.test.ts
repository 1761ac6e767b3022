import { expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { eventsOf, textOf } from '../../support/sse.ts'
import { startUpstream } from '../../support/upstream.ts'

const head = { id: 'c', created: 1 }

/** The client's answer: a text, or an error. */
async function told(response: Response, stream: boolean): Promise<string> {
  const text = await response.text()
  if (response.status !== 200) return 'failed'
  if (!stream) return (JSON.parse(text) as { choices: { message: { content: string } }[] }).choices[0]!.message.content
  const isFailed = eventsOf(text).some((data) => data.includes('"error"'))
  return isFailed ? 'failed' : textOf(text, 'content')
}

it.each([
  ['some-model', 'full', 'part'],
  ['some-model', 'none', 'failed'],
  // Text that nothing has closed may be a thought: who may not see it gets an error, and no empty success.
  ['glm-4.7', 'full', undefined],
  ['glm-4.7', 'none', 'failed'],
] as const)('an answer of %s without a finish reason is the same whole and streamed, at %s', async (model, visibility, expected) => {
  for (const finish of ['', null, undefined]) {
    const both = await Promise.all(
      [false, true].map(async (stream) => {
        const url = await startUpstream((request, response) => {
          request.resume().on('end', () => {
            const choice = { index: 0, [stream ? 'delta' : 'message']: { role: 'assistant', content: 'part' }, finish_reason: finish }
            const body = JSON.stringify({ ...head, model, object: `chat.completion${stream ? '.chunk' : ''}`, choices: [choice] })
            response.setHeader('content-type', stream ? 'text/event-stream' : 'application/json')
            response.end(stream ? `data: ${body}\n\ndata: [DONE]\n\n` : body)
          })
        })
        const gateway = await startGateway('--upstream', url, '--visibility', visibility)
        return told(await gateway.chat({ model, stream, messages: [{ role: 'user', content: 'x' }] }), stream)
      }),
    )
    expect(both[0]).toBe(both[1])
    if (expected !== undefined) expect(both[0]).toBe(expected)
  }
})
