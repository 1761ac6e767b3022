import { listOf, parseExact, type Loose } from '@reason/wire-kit'
import type { Part } from '@reason/core'
import type { ErrorPart } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { writeError } from '../shared/errors.ts'
import { identify } from './identity.ts'
import { createInteractionMachine } from './machine.ts'

interface StepDraft {
  step: Record<string, unknown>
  /** Texts and other contents, in order. */
  contents: Record<string, unknown>[]
  /** Pieces of the last content, if it is a text that continues. */
  pieces: string[]
}

/**
 * Writes parts as a whole interaction. A failure before any output becomes an error body; otherwise the status is
 * `failed`, with details in `errors`.
 */
export function writeInteraction(parts: Iterable<Part>, options: WriterOptions = {}): Record<string, unknown> {
  const steps: StepDraft[] = []
  const fields: Record<string, unknown> = {}
  let ending: Loose = {}
  let error: ErrorPart['error'] | undefined
  const text = (index: number, text: string) => void steps[index]!.pieces.push(text)
  const machine = createInteractionMachine(
    {
      begin: () => {},
      open: (_, step) => void steps.push({ step: { ...step }, contents: [], pieces: [] }),
      summary: text,
      text,
      signature: (index, value) => void (steps[index]!.step.signature = value),
      arguments: (index, json) => void (steps[index]!.step.arguments = parseExact(json)),
      content: (index, value) => addContent(steps[index]!, value),
      close: (index) => endText(steps[index]!),
      field: (name, value) => void (fields[name] = value),
      finish: (status, usage) => void (ending = { status, ...(usage && { usage }) }),
      fail: (value) => void (error ??= value),
    },
    () => identify(machine.started(), options).id,
    options,
  )
  for (const part of parts) machine.push(part)
  machine.end()
  if (error !== undefined && steps.length === 0) return writeError(error)
  if (error !== undefined) ending = { status: 'failed', errors: [writeError(error).error] }
  return { ...identify(machine.started(), options), ...fields, ...ending, steps: steps.map(toStep) }
}

/** Adds a content. An annotation belongs to the preceding text. */
function addContent(draft: StepDraft, value: Loose): void {
  endText(draft)
  const last = draft.contents.at(-1)
  if (value.type === 'thought_summary') draft.contents.push({ ...(value.content as object) })
  else if (value.type !== 'text_annotation_delta') draft.contents.push({ ...value })
  else if (last?.type === 'text') last.annotations = [...listOf(last.annotations), ...listOf(value.annotations)]
  else draft.contents.push({ type: 'text', text: '', annotations: listOf(value.annotations) })
}

function endText({ contents, pieces }: StepDraft): void {
  if (pieces.length > 0) contents.push({ type: 'text', text: pieces.splice(0).join('') })
}

function toStep({ step, contents }: StepDraft): Loose {
  if (contents.length === 0) return step
  return { ...step, [step.type === 'thought' ? 'summary' : 'content']: contents }
}
