import type { Part } from '@reason/core'
import type { BlockEndPart, Channel, DeltaPart, ErrorPart, FinishPart, NativePart, Usage } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import {
  createCallIds,
  createCallQueue,
  createNotCarried,
  isLoose,
  objectArguments,
  resolveToolName,
  writesNative,
  type Loose,
  SingleAnswer,
  type WholeCall,
} from '@reason/wire-kit'
import { endingError } from '../shared/errors.ts'
import { writeUsage } from '../shared/usage.ts'
import { countNames } from './counts.ts'
import { writeStatus } from './status.ts'
import { WIRE } from './wire.ts'
import { signaturesOf } from '../shared/signatures.ts'

/**
 * Destination of a written interaction: events, or a whole body. Steps are numbered in order. Each step is opened and
 * closed once, before the next one.
 */
export interface InteractionSink {
  /** Called first, except for an error. */
  begin(): void
  open(index: number, step: Loose): void
  summary(index: number, text: string): void
  text(index: number, text: string): void
  signature(index: number, value: string): void
  /** Writes the arguments of a call, as a whole object. */
  arguments(index: number, json: string): void
  /** Writes content of an output unchanged. */
  content(index: number, delta: Loose): void
  close(index: number): void
  field(name: string, value: unknown): void
  /** Called last, unless the interaction fails. */
  finish(status: string, usage: Loose | undefined): void
  fail(error: ErrorPart['error']): void
}

interface OpenStep {
  index: number
  type: 'thought' | 'model_output'
  block: number
  /** True if the step's block has ended. More content may follow. */
  isOver: boolean
  /** True if other content came last, so that the next text belongs to the same step. */
  goesOn: boolean
}

/** Writes parts as steps. */
export function createInteractionMachine(sink: InteractionSink, id: () => string, options: WriterOptions): SingleAnswer {
  const { commentary = 'reasoning', tools, includeUsage = true } = options
  const notCarried = createNotCarried('An interaction', options)
  const answer = new SingleAnswer({ begin: sink.begin, write, end, fail }, notCarried)
  const callId = createCallIds('call_', id, options)
  const calls = createCallQueue()
  const withText = new Set<number>()
  let step: OpenStep | undefined
  let count = 0
  let called = false

  return answer

  function write(part: Part): void {
    switch (part.type) {
      case 'start':
        return answer.begin()
      case 'delta':
        return text(part)
      case 'block-end':
        return endBlock(part)
      case 'tool-call-start':
      case 'tool-call-delta':
      case 'tool-call-end':
        return calls.push(part).forEach(writeCall)
      case 'native':
        return writeNative(part)
    }
  }

  function end(finish: FinishPart | undefined, usage: Usage | undefined): void {
    flush()
    const status = finish && writeStatus(finish.reason, finish.native, called)
    if (status === undefined) return sink.fail(endingError(finish?.reason, finish?.native))
    answer.begin()
    sink.finish(status, includeUsage && usage !== undefined ? writeUsage([usage], countNames) : undefined)
  }

  function flush(): void {
    calls.flush().forEach(writeCall)
    closeStep()
  }

  function fail(error: ErrorPart['error']): void {
    flush()
    sink.fail(error)
  }

  function text({ block, channel, text }: DeltaPart): void {
    const type = typeOf(channel)
    if (type === undefined) return notCarried('commentary')
    withText.add(block)
    if (step?.type === type && step.goesOn) step = { ...step, block, isOver: false, goesOn: false }
    else if (step === undefined || step.block !== block || step.type !== type || step.isOver) openStep(type, block)
    if (type === 'thought') sink.summary(step!.index, text)
    else sink.text(step!.index, text)
  }

  function endBlock({ block, channel, seals = [] }: BlockEndPart): void {
    const type = typeOf(channel)
    if (type === undefined) return
    const own = signaturesOf(seals, WIRE, notCarried)
    const hadText = withText.delete(block)
    // A thought without text is a step as well.
    if (!hadText && type === 'model_output' && own.length === 0) return notCarried('blocks without text')
    for (const [at, { value }] of own.entries()) {
      if (at > 0 || step?.block !== block || step.isOver) openStep(type, block)
      sink.signature(step!.index, value)
      step!.isOver = true
    }
    if (own.length === 0 && !hadText) openStep(type, block)
    if (step?.block !== block) return
    step.isOver = true
    if (type === 'thought') closeStep()
  }

  function openStep(type: OpenStep['type'], block: number): void {
    closeStep()
    step = { index: count++, type, block, isOver: false, goesOn: false }
    answer.begin()
    sink.open(step.index, { type })
  }

  function closeStep(): void {
    if (step !== undefined) sink.close(step.index)
    step = undefined
  }

  function writeCall({ id, name, contentType, text, seals }: WholeCall): void {
    closeStep()
    answer.begin()
    called = true
    const [signature, ...rest] = signaturesOf(seals, WIRE, notCarried)
    if (rest.length > 0) notCarried('more than one seal of a call')
    const index = count++
    sink.open(index, {
      type: 'function_call',
      id: callId(id),
      name: resolveToolName(name, tools),
      arguments: {},
      ...(signature !== undefined && { signature: signature.value }),
    })
    sink.arguments(index, objectArguments(text, contentType))
    sink.close(index)
  }

  function writeNative(part: NativePart): void {
    const { wire, event, value, seals } = part
    const dot = event.indexOf('.')
    const [scope, name] = [event.slice(0, dot), event.slice(dot + 1)]
    if (
      wire !== WIRE ||
      !writesNative(part, options) ||
      !(scope === 'interaction' || ((scope === 'step' || scope === 'delta') && isLoose(value)))
    ) {
      return notCarried('native parts that other formats have, or that may show reasoning')
    }
    if (scope === 'interaction') return sink.field(name, value)
    if (scope === 'delta') {
      const type = name === 'thought_summary' ? 'thought' : 'model_output'
      if (step?.type !== type) openStep(type, -1)
      sink.content(step!.index, value as Loose)
      step!.goesOn = true
      return
    }
    closeStep()
    answer.begin()
    const [signature] = signaturesOf(seals, WIRE, notCarried)
    const index = count++
    sink.open(index, signature === undefined ? (value as Loose) : { ...(value as Loose), signature: signature.value })
    sink.close(index)
  }

  /** Returns the step type for a channel. Undefined if it is not written. */
  function typeOf(channel: Channel): OpenStep['type'] | undefined {
    const target = channel === 'commentary' ? commentary : channel
    return target === 'drop' ? undefined : target === 'reasoning' ? 'thought' : 'model_output'
  }
}
