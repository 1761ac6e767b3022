import { parseOptions, type TextAdapter } from '@reason/core'
import { harmony } from './adapter.ts'
import { harmonyConfig } from './config.ts'
import { byFirstWord, mayBeStripped, withoutTokens } from './first-word.ts'

/**
 * An adapter for texts of gpt-oss that may have lost their tokens on the way, as those of some servers have: such a one is read by the words that
 * are left of them, and any other by the adapter. One that begins with a damaged token is in channels.
 *
 * @param isKnown - The model is known to write channels. Of another one only words count that cannot be prose. Default true.
 */
export function orStripped(adapter: TextAdapter, isKnown = true): TextAdapter {
  return orStrippedAs(
    ({ dialect }) => {
      const channels = harmony({ dialect })
      return { ...channels, createSplitter: (context) => channels.createSplitter({ ...context, options: null }) }
    },
    adapter,
    isKnown,
  )
}

/** The same with other adapters for text that lost its tokens, or begins with one that is damaged. */
export function orStrippedAs(
  channels: (options: { dialect: 'harmony-text' | 'harmony' }) => TextAdapter,
  adapter: TextAdapter,
  isKnown = true,
): TextAdapter {
  const stripped = channels({ dialect: 'harmony-text' })
  const damaged = channels({ dialect: 'harmony' })
  return {
    ...adapter,
    createSplitter: (context = {}) =>
      mayBeStripped(context)
        ? byFirstWord(
            () => stripped.createSplitter(withoutTokens(context)),
            () => adapter.createSplitter(context),
            // The client may see no reasoning, and waits for all of the text.
            {
              maxHeldChars,
              waits: isKnown && context.guarded === true && (context.whole === true || adapter.start?.(context).start === 'unknown'),
              isTimed: true,
              onlyCertain: !isKnown || context.wireReasoning === true,
              grammar: context.grammar,
              ...(isKnown && { createDamaged: () => damaged.createSplitter({ ...context, grammar: false }) }),
            },
          )
        : adapter.createSplitter(context),
  }
}

const { maxHeldChars } = parseOptions(harmonyConfig, {}, 'harmony')
