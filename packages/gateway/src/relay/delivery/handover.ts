import type { Part } from '@reason/core'
import type { ApiError } from '../../errors/api-error.ts'
import type { AnswerRules } from '../../generation/generation.ts'
import type { AnswerFailure } from '../../errors/failure.ts'
import type { AnswerWriter } from './answer-writer.ts'
import { createBeginning } from './answer-beginning.ts'
import type { Destination } from '../../generation/destination.ts'
import { failureIn } from '../../errors/answer-failure.ts'
import { errorFromParts } from '../../errors/upstream-error.ts'
import { withheldPart } from '../../errors/withheld-text.ts'

/** Passes parts from the rules to the client's writer, and records warnings and faults of the answer. */
export interface Handover {
  /**
   * @param isLate - The text among the parts was sent to the client already.
   * @returns The error for the client, if the parts are an error and no byte was sent.
   */
  push(parts: readonly Part[], writer: AnswerWriter, isLate: boolean): ApiError | undefined
  /** The last part handed over. Each part is returned once. Undefined: none since the last call. */
  takeLast(): Part | undefined
  /** Codes of all warnings. */
  warnings: ReadonlySet<string>
  /** The failure that a begun stream reported about itself. */
  broken(): AnswerFailure | undefined
}

export function createHandover(stream: boolean, destination: Destination, { secret }: Pick<AnswerRules, 'secret'>): Handover {
  const warnings = new Set<string>()
  const beginning = createBeginning()
  let broken: AnswerFailure | undefined
  let last: Part | undefined

  return {
    push,
    takeLast() {
      const part = last
      last = undefined
      return part
    },
    warnings,
    broken: () => broken,
  }

  function push(parts: readonly Part[], writer: AnswerWriter, isLate: boolean): ApiError | undefined {
    let failing = false
    for (const part of parts) {
      if (part.type === 'warning') warnings.add(part.code)
      else if (part.type === 'error') failing = true
    }
    const held = beginning.push(parts)
    if (held === undefined) return undefined
    // A stream with a sent head cannot become an HTTP error. An empty answer with an unknown finish reason must still not look like a success.
    const begun = stream && writer.isOpen() && !beginning.hasAnswer() ? held.map(unexplained) : held
    if (!writer.isOpen()) {
      const error = errorFromParts(begun, destination.backend.upstream, {
        warnings,
        stream,
        begun: beginning.hasAnswer(),
        secret: secret(),
      })
      if (error !== undefined) return error
    }
    // The log names the failure, too.
    broken ??= warnings.has('aborted') ? undefined : failureIn(failing ? begun.map(discreet) : begun)
    if (!isLate) last = begun.at(-1)
    if (isLate) for (const part of begun) if (part.type === 'delta') writer.passed(part)
    const unsaid = isLate ? begun.filter(({ type }) => type !== 'delta') : begun
    writer.push(failing ? unsaid.map(discreet) : unsaid)
    return undefined
  }

  function discreet(part: Part): Part {
    return withheldPart(part, secret(), destination.backend.upstream.name)
  }
}

const unexplained = (part: Part): Part => (part.type === 'finish' && part.reason === 'unknown' ? { ...part, reason: 'aborted' } : part)
