import type { Channel } from '@reason/core/parts'
import { exitCodes } from '../exit-codes.ts'
import { createOutput } from '../output.ts'
import { createExactRenderer } from '../render/exact.ts'
import { plural } from '../render/plural.ts'
import { safeText } from '../render/safe-text.ts'
import { createSectionRenderer } from '../render/sections.ts'
import type { ShownChannel } from '../render/shown.ts'
import { requestOf, type ChatSession } from './chat.ts'
import type { GenerateEvent } from '@reason/gateway-api/generate'
import { generate } from './events.ts'
import type { ChatFlags } from './run.ts'

/**
 * Sends one question for another program. The unchanged answer goes to standard output while it arrives, notes go to standard error.
 *
 * @returns The exit code.
 */
export async function askIntoPipe(chat: ChatSession, question: string, { json, quiet, thinking }: ChatFlags): Promise<number> {
  const output = createOutput()
  const request = requestOf(chat, question)
  if (json === true) {
    await output.write(`${JSON.stringify(await chat.gateway.json('/v1/generate', { method: 'POST', body: request }))}\n`)
    return exitCodes.ok
  }
  const note = (kind: string, text: string): void => {
    if (quiet !== true || kind === 'error') process.stderr.write(`${output.endsLine ? '' : '\n'}${kind}: ${text}\n`)
  }
  const { events } = await generate(chat.gateway, request, new AbortController().signal)
  const show = new Set<ShownChannel>(thinking === 'open' ? ['reasoning', 'answer'] : ['answer'])
  const renderer = show.size > 1 ? createSectionRenderer({ show }) : createExactRenderer(show)
  let channel: Channel | undefined
  let block = -1
  let unseen = 0
  let isWhole = false
  let failed = false
  for await (const event of untilBroken(events)) {
    if (event.type === 'analysis' || event.type === 'token') {
      const next = event.type === 'token' ? 'answer' : 'reasoning'
      if (!show.has(next)) unseen += event.text.length
      if (next !== channel) await output.write(renderer.push({ type: 'block-start', block: ++block, channel: (channel = next) }))
      await output.write(renderer.push({ type: 'delta', block, channel, text: event.text }))
    } else if (event.type === 'tool_call')
      note('note', `it called ${safeText(event.name)}(${safeText(event.arguments)}); nothing is run here`)
    else if (event.type === 'warning') note('warning', safeText(event.message))
    else if (event.type === 'error') {
      failed = true
      note('error', safeText(event.error.message))
    } else if (event.type === 'final') {
      isWhole = true
      if (!ordinary.has(event.finish_reason)) note('note', `the generation ended with "${safeText(event.finish_reason)}"`)
    }
  }
  await output.write(renderer.end())
  if (unseen > 0) note('note', `not shown: ${plural(unseen, 'character')} of reasoning (--thinking open)`)
  if (!isWhole && !failed) note('error', 'the answer ended in the middle')
  return isWhole ? exitCodes.ok : exitCodes.generation
}

/** Turns a broken connection into an error event. */
async function* untilBroken(events: AsyncIterable<GenerateEvent>): AsyncGenerator<GenerateEvent> {
  try {
    yield* events
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    yield { type: 'error', error: { message: `the connection to the gateway broke: ${error.message}`, code: null } }
  }
}

const ordinary = new Set(['stop', 'tool_calls', 'unknown'])
