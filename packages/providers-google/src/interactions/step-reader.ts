import { asText, isEmpty, isLoose, isText, jsonOrText, listOf } from '@reason/wire-kit'
import type { ChoiceAssembler, Loose, ResponseContext, SealPiece } from '@reason/wire-kit'
import { readError } from '../shared/errors.ts'
import { mergeDelta, openValue } from './merge.ts'
import { kindOfStep, stepOfDelta, type StepKind } from './step-kinds.ts'

export interface StepReader {
  start(index: number, step: Loose): void
  delta(index: number, delta: Loose): void
  stop(index: number): void
  end(): void
  /** Tells whether a step with that index was read. */
  has(index: number): boolean
}

interface OpenStep {
  index: number
  kind: StepKind
  /** Initial value of the step, with later deltas of fields that have no model. */
  value: Record<string, unknown>
  signature: string[]
  /** Arguments as text. */
  pieces: string[]
  /** True once the step has text, or its call has begun. */
  begun: boolean
}

/**
 * Reads the steps of an interaction, which may overlap:
 *
 *     thought ─▶ reasoning (summary, or hidden behind its signature)     model_output ─▶ answer and native parts
 *     function_call ─▶ call                                              any other ─▶ one native part at its end
 */
export function createStepReader(choice: ChoiceAssembler, context: ResponseContext): StepReader {
  const steps = new Map<number, OpenStep>()
  const seen = new Set<number>()

  return {
    start,
    delta,
    stop,
    end() {
      for (const index of steps.keys()) stop(index)
    },
    has: (index) => seen.has(index),
  }

  function start(index: number, step: Loose): void {
    const open = steps.get(index)
    // A repeated start continues the step.
    if (open !== undefined && open.value.type === step.type) return
    stop(index)
    begin(index, step)
  }

  function begin(index: number, step: Loose): OpenStep {
    const type = isText(step.type) ? step.type : 'unknown'
    const open: OpenStep = { index, kind: kindOfStep(type), value: openValue({ ...step, type }), signature: [], pieces: [], begun: false }
    steps.set(index, open)
    seen.add(index)
    sign(open, step.signature)
    if (open.kind === 'thought') for (const content of listOf(step.summary)) summary(open, content)
    if (open.kind === 'output') {
      for (const content of listOf(step.content)) output(open, content)
      const error = readError(step.error)
      if (error !== undefined) context.fail(error)
    }
    if (open.kind === 'call') call(open, step)
    if (open.kind === 'unknown') context.warn('unknown-event', `The format lists no step "${type}"; it was kept as a native part.`, type)
    return open
  }

  function delta(index: number, delta: Loose): void {
    const type = isText(delta.type) ? delta.type : ''
    const step = steps.get(index) ?? begin(index, { type: stepOfDelta(type) })
    sign(step, delta.signature)
    if (step.kind === 'thought' && type === 'thought_summary') summary(step, delta.content)
    else if (step.kind === 'thought' && type === 'text') summary(step, delta)
    else if (type === 'thought_signature') return
    else if (step.kind === 'output') output(step, delta)
    else if (step.kind === 'call' && type === 'function_call') call(step, delta)
    else if (type === 'arguments_delta') args(step, delta)
    else if (step.kind === 'tool' || step.kind === 'unknown') mergeDelta(step.value, delta)
    else oddity(`odd.${type}`, delta)
  }

  /** Adds a signature, which may come in pieces. An empty one is ignored. */
  function sign(step: OpenStep, signature: unknown): void {
    if (isText(signature)) step.signature.push(signature)
  }

  function summary(step: OpenStep, content: unknown): void {
    const text = isLoose(content) ? content.text : content
    if (typeof text === 'string') {
      step.begun ||= text !== ''
      choice.text(step.index, 'reasoning', text, 'summary')
    } else if (!isEmpty(content))
      choice.native('delta.thought_summary', { type: 'thought_summary', content }, { item: step.index, channel: 'reasoning' })
  }

  function output(step: OpenStep, content: unknown): void {
    if (!isLoose(content)) {
      if (!isEmpty(content)) oddity('odd.content', content)
      return
    }
    const { type, text, annotations, ...rest } = content
    if (typeof text === 'string') choice.text(step.index, 'answer', text)
    if (!isEmpty(annotations)) {
      const value = { type: 'text_annotation_delta', annotations }
      choice.native('delta.text_annotation_delta', value, { item: step.index, channel: 'answer' })
    }
    if (typeof text === 'string' || type === 'text_annotation_delta' || isEmpty(rest)) return
    choice.closeBlock(step.index)
    const known = isText(type) && stepOfDelta(type) === 'model_output'
    choice.native(`delta.${known ? type : 'unknown'}`, content, { item: step.index, ...(!known && { channel: 'reasoning' }) })
  }

  /** Begins a call. Its name may come later than the step. */
  function call(step: OpenStep, { id, name, arguments: whole }: Loose): void {
    if (whole !== undefined) step.value.arguments = whole
    if (isText(name)) openCall(step, name, id)
  }

  function openCall(step: OpenStep, name: string, id: unknown): void {
    if (step.begun) return
    step.begun = true
    choice.openCall(step.index, { name, ...(isText(id) && { id }) })
    for (const piece of step.pieces) choice.callText(step.index, piece)
  }

  function args(step: OpenStep, delta: Loose): void {
    const piece = [delta.arguments, delta.partial_arguments].find((value) => value !== undefined)
    const text = piece === undefined ? '' : asText(piece)
    if (text === '') return
    step.pieces.push(text)
    if (step.kind === 'call' && step.begun) choice.callText(step.index, text)
  }

  function stop(index: number): void {
    const step = steps.get(index)
    if (step === undefined) return
    steps.delete(index)
    const value = step.signature.join('')
    const seal: SealPiece | undefined = value === '' ? undefined : { kind: 'thought-signature', value }
    if (step.kind === 'call') stopCall(step, seal)
    else if (step.kind === 'tool' || step.kind === 'unknown') stopTool(step, seal)
    else {
      if (seal !== undefined) choice.seal(index, seal)
      // The model thought, and none of it is visible.
      else if (step.kind === 'thought' && !step.begun) choice.openBlock(index, 'reasoning', 'hidden')
      choice.closeBlock(index)
    }
  }

  function stopCall(step: OpenStep, seal: SealPiece | undefined): void {
    openCall(step, '', step.value.id)
    if (step.pieces.length === 0) choice.callText(step.index, asText(step.value.arguments ?? {}))
    if (seal !== undefined) choice.sealCall(step.index, seal)
    choice.closeCall(step.index)
  }

  function stopTool({ index, kind, value, pieces }: OpenStep, seal: SealPiece | undefined): void {
    const { signature: _, ...rest } = value
    const whole = pieces.length === 0 ? rest : { ...rest, arguments: jsonOrText(pieces.join('')) }
    choice.native(`step.${asText(value.type)}`, whole, {
      item: index,
      ...(kind === 'unknown' && { channel: 'reasoning' }),
      ...(seal !== undefined && { seals: [choice.toSeal(seal)] }),
    })
  }

  function oddity(event: string, value: unknown): void {
    context.warn('wrong-type', `"${event}" is not what the format says; it was kept as a native part.`, event)
    choice.native(event, value, { channel: 'reasoning' })
  }
}
