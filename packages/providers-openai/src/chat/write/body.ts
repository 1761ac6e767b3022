import type { Part } from '@reason/core'
import type { ErrorPart, Usage } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { writeError } from '../../shared/errors.ts'
import type { ResponseFacts } from '../dialect/dialect.ts'
import { writeUsage } from '../usage.ts'
import { createChoiceBody, withFields, type ChoiceBody, type FieldPairs } from './choice-body.ts'
import { createDetailWriter } from './detail-writer.ts'
import { createChatMachine, knowsNoTools } from './machine.ts'

/**
 * Writes parts as a whole body.
 *
 * A failure before any text becomes an error body. Text is kept: `error` then stands beside `choices`, and the choice's
 * `finish_reason` is `error`.
 */
export function writeChatResponse(parts: Iterable<Part>, dialect: ResponseFacts, options: WriterOptions = {}): Record<string, unknown> {
  const details = createDetailWriter(dialect)
  const context = { field: dialect.field, details, knowsNoTools: knowsNoTools(options) }
  const choices: ChoiceBody[] = []
  let fields: FieldPairs | undefined
  let usage: readonly Usage[] = []
  let failure: ErrorPart['error'] | undefined

  const machine = createChatMachine(
    {
      openChoice(index) {
        const choice = createChoiceBody(index, context)
        choices.push(choice)
        return choice
      },
      field: (name, value) => void (fields ??= []).push([name, value]),
      error: (error) => void (failure ??= error),
      end: (usages) => void (usage = usages),
    },
    options,
    details !== undefined,
  )
  for (const part of parts) machine.push(part)
  machine.end()

  if (failure !== undefined && choices.every((choice) => choice.isEmpty())) return writeError(failure)
  const { id, created, model, constants } = machine.identity()
  const body = withFields(withFields({ id, object: 'chat.completion', created, model }, constants), fields)
  body.choices = choices.toSorted((a, b) => a.index - b.index).map((choice) => choice.body())
  if (usage.length > 0) body.usage = writeUsage(usage)
  return failure === undefined ? body : Object.assign(body, writeError(failure))
}
