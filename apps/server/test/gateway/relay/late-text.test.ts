import type { ServerResponse } from 'node:http'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { patienceMs } from '@reason/testkit/patience'
import { expect, onTestFinished, test, vi } from 'vitest'
import { question, startGateway } from '../../support/gateway.ts'
import { chunk, sendStream, startUpstream } from '../../support/upstream.ts'

const words = Array.from({ length: 20 }, (_, index) => `word${index} `)
const all = words.join('')

/** One event a read: from the third on they are written at once, and looked at later. */
async function say(response: ServerResponse): Promise<void> {
  sendStream(response)
  for (const word of words) {
    response.write(chunk({ reasoning_content: word }))
    await setImmediate()
    await setImmediate()
  }
}

/** A gateway that keeps traces, and what it keeps of its first generation. */
async function start(answer: (response: ServerResponse) => Promise<void>) {
  const upstream = await startUpstream((_, response) => void answer(response))
  const dataDir = mkdtempSync(join(tmpdir(), 'reason-late-'))
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }))
  const gateway = await startGateway('--upstream', upstream, '--no-trim', '--traces', 'sqlite', '--data-dir', dataDir)
  const trace = async (): Promise<unknown> => {
    const items = await vi.waitUntil(async () => {
      const page = (await (await fetch(`${gateway.url}/api/traces`)).json()) as { items: { id: string }[] }
      return page.items.length > 0 && page.items
    }, patienceMs)
    return (await fetch(`${gateway.url}/api/traces/${items[0]!.id}`)).json()
  }
  return { ...gateway, trace }
}

const request = { model: 'some-model', stream: true, messages: question }

/** The body is cancelled when it is read no further. */
async function leaveAtTheLastWord(response: Response): Promise<void> {
  let text = ''
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece
    if (text.includes(words.at(-1)!)) break
  }
}

test('what was written is kept when the client leaves', async () => {
  const { chat, trace } = await start(say)
  await leaveAtTheLastWord(await chat(request))
  expect(await trace()).toMatchObject({ outcome: 'aborted', reasoningText: all })
})

test('what was written is kept when the upstream breaks off', async () => {
  const { chat, trace } = await start(async (response) => {
    await say(response)
    response.destroy()
  })
  const answer = await (await chat(request)).text()
  expect(answer).toContain('"error"')
  expect(await trace()).toMatchObject({ reasoningText: all })
})

test('what was written is kept when the upstream ends without another word', async () => {
  const { chat, trace } = await start(async (response) => {
    await say(response)
    response.end()
  })
  await (await chat(request)).text()
  expect(await trace()).toMatchObject({ reasoningText: all })
})
