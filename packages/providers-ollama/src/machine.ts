import type { Part } from '@reason/core'
import type { Channel, FinishPart, Usage } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import {
  createCallQueue,
  createNotCarried,
  createTextSeams,
  endingMessage,
  isEmpty,
  objectArguments,
  resolveToolName,
  wholeInput,
  SingleAnswer,
  type WholeCall,
} from '@reason/wire-kit'
import { writeFinish } from './finish.ts'
import { placeOf } from './natives.ts'

/** Destination of a written response: lines, or a whole body. */
export interface OllamaSink {
  text(field: 'thinking' | 'content', text: string): void
  /** Writes a tool call that is already JSON. */
  call(json: string): void
  field(scope: 'response' | 'message', field: string, value: unknown): void
  /** Called last, unless the response fails. */
  finish(reason: string, counts: Record<string, number>): void
  fail(message: string): void
}

/** Writes parts as a response. The final line comes last, because usage may follow the finish reason. */
export function createResponseMachine(sink: OllamaSink, options: WriterOptions): SingleAnswer {
  const { commentary = 'reasoning', tools, includeUsage = true } = options
  const notCarried = createNotCarried('Ollama', options)
  const calls = createCallQueue()
  const seams = createTextSeams()
  const withText = new Set<number>()
  let written = 0

  return new SingleAnswer({ write, end, fail: ({ message }) => fail(message) }, notCarried)

  function write(part: Part): void {
    switch (part.type) {
      case 'delta': {
        const field = fieldOf(part.channel)
        if (field === undefined) return notCarried('commentary')
        withText.add(part.block)
        return sink.text(field, seams.before(field, part) + part.text)
      }
      case 'block-end':
        if (!isEmpty(part.seals)) notCarried('seals')
        else if (!withText.has(part.block) && fieldOf(part.channel) !== undefined) notCarried('blocks without text')
        withText.delete(part.block)
        return
      case 'tool-call-start':
      case 'tool-call-delta':
      case 'tool-call-end':
        return calls.push(part).forEach(writeCall)
      case 'native': {
        const place = placeOf(part, options)
        if (place === undefined) return notCarried('native parts that other formats have, or that may show reasoning')
        return sink.field(place.scope, place.field, part.value)
      }
    }
  }

  function end(finish: FinishPart | undefined, usage: Usage | undefined): void {
    const word = finish && writeFinish(finish.reason, finish.native)
    if (word === undefined) return fail(endingMessage(finish?.reason, finish?.native))
    calls.flush().forEach(writeCall)
    sink.finish(word, includeUsage ? countsOf(usage) : {})
  }

  function fail(message: string): void {
    calls.flush().forEach(writeCall)
    sink.fail(message)
  }

  function writeCall({ id, name, contentType, text, seals }: WholeCall): void {
    if (seals.length > 0) notCarried('seals')
    const own = id === undefined ? '' : `"id":${JSON.stringify(id)},`
    const resolved = JSON.stringify(resolveToolName(name, tools))
    sink.call(`{${own}"function":{"index":${written++},"name":${resolved},"arguments":${objectArguments(text, contentType)}}}`)
  }

  /** Returns the field for a channel. Undefined if it is not written. */
  function fieldOf(channel: Channel): 'thinking' | 'content' | undefined {
    const target = channel === 'commentary' ? commentary : channel
    return target === 'drop' ? undefined : target === 'reasoning' ? 'thinking' : 'content'
  }
}

const countsOf = (usage: Usage | undefined): Record<string, number> => ({
  ...(usage?.input !== undefined && { prompt_eval_count: wholeInput(usage).input }),
  ...(usage?.output !== undefined && { eval_count: usage.output.value }),
})
