import type { Usage } from '@reason/core/parts'
import type { Frame, WireWriter, WriterOptions } from '@reason/core/wire'
import { writeError } from '../../shared/errors.ts'
import type { ResponseFacts } from '../dialect/dialect.ts'
import { writeUsage } from '../usage.ts'
import { createChoiceFrames, memberOf } from './choice-frames.ts'
import { createDetailWriter } from './detail-writer.ts'
import { createChatMachine, knowsNoTools } from './machine.ts'

const nothing: readonly Frame[] = []

/**
 * Writes parts as `chat.completion.chunk` frames, ending with `[DONE]`.
 *
 *   role ▶ { delta }* ▶ finish_reason ▶ usage (`choices: []`) ▶ [DONE]
 *
 * An error, or an aborted generation, becomes an error event before `[DONE]` and never an empty success.
 */
export function createChatWriter(dialect: ResponseFacts, options: WriterOptions = {}): WireWriter {
  const { includeUsage = true } = options
  const details = createDetailWriter(dialect)
  const context = {
    field: dialect.field,
    details,
    knowsNoTools: knowsNoTools(options),
    head,
    hasExtra: () => extra !== '',
    takeExtra,
    emit,
  }
  const sink = {
    openChoice(index: number) {
      const choice = createChoiceFrames(index, context)
      choice.begin()
      return choice
    },
    field: (name: string, value: unknown) => void (extra += memberOf(name, value)),
    error: (error: Parameters<typeof writeError>[0]) => emit(JSON.stringify(writeError(error))),
    end: finish,
  }
  const machine = createChatMachine(sink, options, details !== undefined)
  let frames: Frame[] = []
  /** Top-level event fields for the next frame. */
  let extra = ''
  let ready: string | undefined

  return {
    push(part, next) {
      machine.push(part, next)
      return take()
    },
    end() {
      machine.end()
      return take()
    },
    textFrame(part) {
      const field = machine.textField(part)
      return field && machine.openChoice(part.choice ?? 0)?.textFrame(field)
    },
    ping(choice = 0) {
      // The ping has a choice, as many clients access the first choice without checking that it exists.
      if (machine.openChoice(choice) === undefined) return undefined
      return { data: `${head()},"choices":[{"index":${choice},"delta":{},"finish_reason":null}]}` }
    },
  }

  function finish(usages: readonly Usage[]): void {
    if (includeUsage && usages.length > 0) emit(`${head()}${takeExtra()},"choices":[],"usage":${JSON.stringify(writeUsage(usages))}}`)
    emit('[DONE]')
  }

  function emit(data: string): void {
    frames.push({ data })
  }

  function take(): readonly Frame[] {
    if (frames.length === 0) return nothing
    const taken = frames
    frames = []
    return taken
  }

  /** JSON up to the value of `choices`, the same for every frame. */
  function head(): string {
    if (ready === undefined) {
      const { id, created, model, constants = [] } = machine.identity()
      const fields = constants.map(([field, value]) => memberOf(field, value))
      ready = `{"id":${JSON.stringify(id)},"object":"chat.completion.chunk","created":${created},"model":${JSON.stringify(model)}${fields.join('')}`
    }
    return ready
  }

  function takeExtra(): string {
    if (extra === '') return ''
    const taken = extra
    extra = ''
    return taken
  }
}
