import type { Part } from '@reason/core'
import type { ErrorPart, Seal, StartPart } from '@reason/core/parts'
import type { WarningCode } from '@reason/core/warnings'
import type { Frame, ReaderOptions, WireReader } from '@reason/core/wire'
import { createChoiceAssembler, type ChoiceAssembler } from './assembler.ts'
import { parseExact } from './exact-json.ts'

/** What the reader of a format has at hand while it reads an event. */
export interface ResponseContext {
  /** The generation of that index; made when it is first asked for. */
  choice(index?: number): ChoiceAssembler
  /** Once: proxies repeat it. Tells seals which model answered: the one that was asked, where the format does not say. */
  start(start: Omit<StartPart, 'type'>): void
  /** A failure inside the response. What came before it counts; choices without a finish end with `error`. */
  fail(error: ErrorPart['error'], choice?: number): void
  /** Once per code, subject and choice. */
  warn(code: WarningCode, message: string, subject?: string, choice?: number): void
  /** An event of a kind that the format does not list: kept, and reported once. */
  unknownEvent(name: string, value: unknown): void
  /** The format's own last event has come, so that a missing finish is not a cut stream. */
  complete(): void
  readonly failed: boolean
}

/** A format's own part of a reader. Never throws on input. */
export interface EventReader {
  /** @param name - The frame's event name, where it had one. */
  read(event: unknown, name: string | undefined): void
  /**
   * A frame that is not JSON.
   *
   * @returns Whether that was understood. Absent or false: it is kept as a native part, with a warning.
   */
  readText?(data: string, name: string | undefined): boolean
  /** Stands in every event that has arguments of a call as a value, and not as text: their numbers keep their digits. */
  argumentsField?: string
  /** Before everything is closed: what only the end decides. */
  beforeEnd?(): void
}

/**
 * The part of a reader that all formats share: JSON, identity, one `start`, one finish per choice, one `end`, and nothing
 * lost on the way.
 *
 * @param wire - Id of the format, on seals and native parts.
 */
export function createResponseReader(wire: string, options: ReaderOptions, create: (context: ResponseContext) => EventReader): WireReader {
  let out: Part[] = []
  let started = false
  let model = options.model
  let completed = false
  let ended = false
  const choices = new Map<number, ChoiceAssembler>()
  const said = new Set<string>()
  const context: ResponseContext & { failed: boolean } = {
    choice,
    start(start) {
      if (started) return
      started = true
      model = start.model ?? model
      emit({ type: 'start', ...(model !== undefined && { model }), ...start })
    },
    fail(error, index = 0) {
      context.failed = true
      emit({ type: 'error', ...of(index), error })
    },
    warn,
    unknownEvent(name, value) {
      emit({ type: 'native', wire, event: name, channel: 'reasoning', value })
      warn('unknown-event', `The format lists no event "${name}"; it was kept as a native part.`, name)
    },
    complete() {
      completed = true
    },
    failed: false,
  }
  const reader = create(context)

  return { push, pushFrame, end }

  function push(event: unknown): readonly Part[] {
    return ended ? [] : run(() => reader.read(event, undefined))
  }

  function pushFrame({ event, data }: Frame): readonly Part[] {
    if (ended || data === '') return []
    if (data === '[DONE]') {
      completed = true
      return []
    }
    return run(() => {
      let value: unknown
      try {
        value = reader.argumentsField !== undefined && data.includes(reader.argumentsField) ? parseExact(data) : JSON.parse(data)
      } catch {
        if (reader.readText?.(data, event) === true) return
        emit({ type: 'native', wire, event: 'frame.invalid-json', channel: 'reasoning', value: data })
        warn('invalid-json', 'A frame was not JSON, or was cut; it was kept as a native part.')
        return
      }
      reader.read(value, event)
    })
  }

  function end(): readonly Part[] {
    if (ended) return []
    const parts = run(() => {
      reader.beforeEnd?.()
      if (choices.size === 0) choice()
      for (const [index, assembler] of choices) {
        if (!assembler.finished && !context.failed) warn('missing-finish', 'The response ended without a finish reason.', '', index)
        assembler.end(context.failed ? 'error' : completed ? 'unknown' : 'aborted')
      }
      emit({ type: 'end' })
    })
    ended = true
    return parts
  }

  function run(action: () => void): readonly Part[] {
    action()
    const parts = out.slice()
    out.length = 0
    return parts
  }

  function choice(index = 0): ChoiceAssembler {
    let assembler = choices.get(index)
    if (assembler === undefined) {
      assembler = createChoiceAssembler(out, (code, message, subject) => warn(code, message, subject, index), { choice: index, issuer })
      choices.set(index, assembler)
    }
    return assembler
  }

  function warn(code: WarningCode, message: string, subject = '', index = 0): void {
    const key = `${index}/${code}/${subject}`
    if (said.has(key)) return
    said.add(key)
    emit({ type: 'warning', ...of(index), code, message })
  }

  function emit(part: Part): void {
    out.push(part)
  }

  function issuer(): Seal['issuer'] {
    const { provider, upstream } = options
    return {
      ...(provider !== undefined && { provider }),
      wire,
      ...(model !== undefined && { model }),
      ...(upstream !== undefined && { upstream }),
    }
  }
}

const of = (choice: number): { choice?: number } => (choice === 0 ? {} : { choice })
