import { parseOptions, type TextAdapter } from '@reason/core'
import { harmony } from './adapter.ts'
import { harmonyConfig } from './config.ts'
import { byFirstWord, mayBeStripped, withoutTokens } from './stripped/first-word.ts'

/**
 * Extends an adapter for gpt-oss texts that may have lost their tokens in transit, as on some servers. Such a text is read by the words that are left,
 * any other by the adapter. A text that begins with a damaged token is read as channels.
 *
 * @param isKnown - The model is known to write channels. For other models, only words that cannot be prose count. Default true.
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

/** Like `orStripped`, with configurable adapters for text that lost its tokens, or begins with a damaged one. */
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
              // Beside a field, or behind plain answers, the adapter takes the beginning for an answer.
              ...((context.wireReasoning === true || !isKnown) && { createHeaded: () => damaged.createSplitter(withoutTokens(context)) }),
              ...(isKnown && { createDamaged: () => damaged.createSplitter({ ...context, grammar: false }) }),
            },
          )
        : adapter.createSplitter(context),
  }
}

const { maxHeldChars } = parseOptions(harmonyConfig, {}, 'harmony')
