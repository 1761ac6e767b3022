import { describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { textOf } from '../../support/sse.ts'
import { chunk, done, sendStream, startUpstream } from '../../support/upstream.ts'

const comments = (text: string): number => text.split('\n').filter((line) => line === ':').length
const request = { model: 'm', stream: true, messages: [{ role: 'user', content: 'Q' }] }

/** Silent after its head, or thinking, until it is told to answer, or has thought so many times. */
async function thinker(thought?: string, times = Infinity): Promise<{ address: string; answer(): void }> {
  let answer = (): void => {}
  const address = await startUpstream((_, response) => {
    let thoughts = 0
    const think = (): void => {
      response.write(chunk({ reasoning_content: thought }))
      if (++thoughts === times) answer()
    }
    sendStream(response)
    response.flushHeaders()
    const thinks = thought === undefined ? undefined : setInterval(think, 5)
    answer = () => {
      clearInterval(thinks)
      response.end(chunk({ content: 'Yes.' }) + chunk({}, { finish_reason: 'stop' }) + done)
    }
  })
  return { address, answer: () => answer() }
}

/** Reads until so many comments have come, then lets the answer come. */
async function readUntil(response: Response, count: number, then: () => void): Promise<string> {
  let text = ''
  let told = false
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece
    if (!told && comments(text) >= count) {
      told = true
      then()
    }
  }
  return text
}

describe('a stream in which nothing is said', () => {
  it('is kept alive while the upstream is silent, before its first word', async () => {
    const { address, answer } = await thinker()
    const { chat } = await startGateway('--upstream', address, '--keep-alive', '20')
    const response = await chat(request)
    expect(response.status).toBe(200)
    const text = await readUntil(response, 3, answer)
    expect(text.startsWith(':\n\n')).toBe(true)
    expect(textOf(text, 'content')).toBe('Yes.')
  })

  it('and while the model thinks what the client may not see', async () => {
    const { address, answer } = await thinker('Hm.')
    const { chat } = await startGateway('--upstream', address, '--keep-alive', '20', '--visibility', 'none')
    const text = await readUntil(await chat(request), 3, answer)
    expect(text).not.toContain('Hm.')
    expect(textOf(text, 'content')).toBe('Yes.')
  })

  it('has none where events come, nor where it is switched off', async () => {
    const { address } = await thinker('Hm.', 20)
    for (const flags of [
      ['--keep-alive', '20000'],
      ['--keep-alive', '0', '--visibility', 'none'],
    ]) {
      const { chat } = await startGateway('--upstream', address, ...flags)
      const text = await chat(request).then((response) => response.text())
      expect(comments(text)).toBe(0)
      expect(textOf(text, 'content')).toBe('Yes.')
    }
  })
})
