import { parseOptions, type TextAdapter } from '@reason/core'
import { harmony } from './adapter.ts'
import { harmonyConfig } from './config.ts'
import { byFirstWord, mayBeStripped } from './first-word.ts'

/**
 * An adapter for texts of gpt-oss that may have lost their tokens on the way, as those of some servers have: such a one is read by the words that
 * are left of them, and any other by the adapter.
 */
export function orStripped(adapter: TextAdapter): TextAdapter {
  const stripped = harmony({ dialect: 'harmony-text' })
  return orStrippedAs({ ...stripped, createSplitter: (context) => stripped.createSplitter({ ...context, options: null }) }, adapter)
}

/** The same with another adapter for text that lost its tokens. */
export function orStrippedAs(stripped: TextAdapter, adapter: TextAdapter): TextAdapter {
  return {
    ...adapter,
    createSplitter: (context = {}) =>
      mayBeStripped(context)
        ? byFirstWord(
            () => stripped.createSplitter(context),
            () => adapter.createSplitter(context),
            // Both: the client waits for all of the text, and may see no reasoning.
            { maxHeldChars, waits: context.guarded === true && context.whole === true, isTimed: true },
          )
        : adapter.createSplitter(context),
  }
}

const { maxHeldChars } = parseOptions(harmonyConfig, {}, 'harmony')
