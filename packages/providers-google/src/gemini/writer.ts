import type { Frame, WireWriter, WriterOptions } from '@reason/core/wire'
import { asJson, createFrameWriter } from '@reason/wire-kit'
import { writeError } from '../shared/errors.ts'
import { identify } from './identity.ts'
import { createResponseMachine, member } from './machine.ts'

/**
 * Writes parts as chunks, each a response of its own. There is no final event; finish reasons come last, with the usage.
 *
 * An error, or an aborted generation, becomes an error object and never an empty success.
 */
export function createGeminiWriter(options: WriterOptions = {}): WireWriter {
  const frames: Frame[] = []
  /** JSON between the candidates and the end of a chunk. It is cached. */
  let tail: string | undefined
  /** Members for the next chunk, by candidate (-1: the response). */
  const members = new Map<number, string>()
  const machine = createResponseMachine(
    {
      parts: (candidate, parts) => frame(candidate, `"content":{"parts":[${parts.join(',')}],"role":"model"},`),
      members: (candidate, more) => void members.set(candidate, (members.get(candidate) ?? '') + more),
      // Clients treat a chunk without any part as broken.
      finish: (candidate, reason) => finishes.push([candidate, reason]),
      usage: (usage) => usages.push(`,"usageMetadata":${asJson(usage)}`),
      fail: (error) => void frames.push({ data: JSON.stringify(writeError(error)) }),
    },
    'live',
    options,
  )
  const finishes: [candidate: number, reason: string][] = []
  const usages: string[] = []

  return createFrameWriter(machine, frames, last)

  function frame(candidate: number, content: string, usage = ''): void {
    frames.push({ data: `{"candidates":[{${content}"index":${candidate}${taken(candidate)}}]${usage}${taken(-1)}${tailOf()}` })
  }

  /** Writes the last chunks. Usage goes with the last finish reason. */
  function last(): void {
    const usage = usages.pop() ?? ''
    for (const [at, [candidate, reason]] of finishes.entries()) {
      const content = `"content":{"parts":[{"text":""}],"role":"model"},"finishReason":${JSON.stringify(reason)},`
      frame(candidate, content, at === finishes.length - 1 ? usage : '')
    }
    finishes.length = 0
  }

  function taken(candidate: number): string {
    const held = members.get(candidate) ?? ''
    if (held !== '') members.delete(candidate)
    return held
  }

  function tailOf(): string {
    tail ??= `${Object.entries(identify(machine.started(), options))
      .map(([name, value]) => member(name, value))
      .join('')}}`
    return tail
  }
}
