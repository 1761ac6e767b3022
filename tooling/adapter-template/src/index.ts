import { definePlugin, parseOptions, type TextAdapter } from '@reason/core'
import { doubleBracketsConfig, type DoubleBracketsConfig, type DoubleBracketsOptions } from './config.ts'
import { createDoubleBracketsSplitter } from './splitter.ts'

export type { DoubleBracketsOptions }

/**
 * Splits reasoning between `[[reason]]` and `[[/reason]]` from the answer.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`
 */
export const doubleBrackets = (options: DoubleBracketsOptions = {}): TextAdapter =>
  create(parseOptions(doubleBracketsConfig, options, 'double-brackets'))

/** Plugin from which an application creates the adapter by the name of the package and a configuration. */
export default definePlugin({ specVersion: 1, id: 'double-brackets', options: doubleBracketsConfig, create })

function create(config: DoubleBracketsConfig): TextAdapter {
  return {
    kind: 'text',
    id: 'double-brackets',
    specVersion: 1,
    // The conformance kit tests the listed capabilities only.
    capabilities: { streaming: true, multipleReasoningBlocks: true, conservation: true, monotone: true, boundedHold: true, tags: true },
    signals: [{ text: config.openTag }, { text: config.closeTag, before: 'reasoning' }],
    createSplitter: (context) => createDoubleBracketsSplitter(config, context),
  }
}
