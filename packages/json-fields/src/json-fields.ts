import { definePlugin, parseOptions, SPEC_VERSION, type StreamContext, type TextAdapter } from '@reason/core'
import { jsonFieldsConfig, type JsonFieldsConfig, type JsonFieldsOptions } from './config.ts'
import { fieldNames, type FieldNames } from './field-names.ts'
import type { Begin } from './outside.ts'
import { createJsonFieldsSplitter } from './splitter.ts'

const id = 'json-fields'

/**
 * Splits a JSON object with a field for reasoning and a field for the answer, while it streams.
 *
 * Recognises no model by itself, because the answer of any model may be JSON. An application or a passport selects it by name.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`. `createSplitter` throws it, too, for options in its context.
 */
export const jsonFields = (options: JsonFieldsOptions = {}): TextAdapter => create(parseOptions(jsonFieldsConfig, options, id))

/** Plugin by which an application creates the adapter from configuration, with only the package's name. */
export default definePlugin({ specVersion: SPEC_VERSION, id, options: jsonFieldsConfig, create })

interface Prepared {
  config: JsonFieldsConfig
  names: FieldNames
}

const prepare = (config: JsonFieldsConfig): Prepared => ({ config, names: fieldNames(config) })

function create(own: JsonFieldsConfig): TextAdapter {
  const prepared = prepare(own)
  const ofPassports = new WeakMap<object, Prepared>()
  return {
    kind: 'text',
    id,
    specVersion: SPEC_VERSION,
    capabilities: { streaming: true, multipleReasoningBlocks: true, conservation: true, monotone: true },
    // A passport that names the adapter takes precedence.
    match: () => ({ verdict: 'no', reason: 'is chosen only by name or by a passport' }),
    createSplitter(context = {}) {
      const { config, names } = preparedFor(context)
      return createJsonFieldsSplitter(config, names, beginOf(config, context))
    },
  }

  /** Computed once per passport, not per stream. */
  function preparedFor({ options }: StreamContext): Prepared {
    if (options === undefined || options === null) return prepared
    const known = typeof options === 'object' ? ofPassports.get(options) : undefined
    if (known !== undefined) return known
    const made = prepare(parseOptions(jsonFieldsConfig, { ...own, ...(options as object) }, id))
    if (typeof options === 'object') ofPassports.set(options, made)
    return made
  }
}

/** Limit of held text, in UTF-16 units, if the text is known to be an answer. Allows for a code fence before the object. */
const longestPreamble = 32

function beginOf({ maxHeldChars }: JsonFieldsConfig, context: StreamContext): Begin {
  const { start, prefill = '', guarded = false, whole = false, wireReasoning } = context
  const waits = guarded && whole
  const isAnswer = !waits && (start === 'answer' || (start === undefined && wireReasoning === true))
  return {
    at: start === 'reasoning' ? 'string' : 'outside',
    isAnswer,
    prefill: start === undefined ? prefill : '',
    onLimit: !isAnswer && (guarded || start === 'unknown') ? 'reasoning' : 'answer',
    maxHeldChars: waits ? Number.POSITIVE_INFINITY : isAnswer ? longestPreamble : maxHeldChars,
    isGuarded: guarded,
  }
}
