import { createFrameDecoder } from '@reason/core/framing'
import { expect, onTestFinished } from 'vitest'
import { problemOf } from './answer-checks.ts'
import type { Page } from './page.ts'

export interface LiveEvent {
  event: string
  data: Record<string, unknown>
}

export interface Live {
  status: number
  /** Data of the next event of a kind. Skips other events. */
  next(event: string): Promise<LiveEvent['data']>
  /** All remaining events. */
  rest(): Promise<LiveEvent[]>
}

/** Reads `/api/live` as the dashboard does. */
export async function watchLive(page: Page): Promise<Live> {
  const response = await page.ask('/api/live')
  const reader = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  onTestFinished(() => reader.cancel().catch(() => undefined))
  const decoder = createFrameDecoder('sse')
  const waiting: LiveEvent[] = []

  return {
    status: response.status,
    async next(event) {
      for (;;) {
        const one = waiting.shift() ?? (await more())
        if (one === undefined) throw new Error(`The stream ended before ${event}.`)
        if (one.event === event) return one.data
      }
    },
    async rest() {
      const all = waiting.splice(0)
      for (let one = await more(); one !== undefined; one = await more()) all.push(one, ...waiting.splice(0))
      return all
    },
  }

  async function more(): Promise<LiveEvent | undefined> {
    while (waiting.length === 0) {
      const { done, value } = await reader.read()
      if (done) return undefined
      const events = decoder.push(value).map(({ event = '', data }) => ({ event, data: JSON.parse(data) as Record<string, unknown> }))
      for (const one of events) expect(problemOf('LiveEvent', JSON.stringify(one))).toBeUndefined()
      waiting.push(...events)
    }
    return waiting.shift()
  }
}
