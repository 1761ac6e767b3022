import { noParts, type Part, type Splitter, type StreamContext } from '@reason/core'
import { beginsStripped } from './stripped-words.ts'

/**
 * Where nobody named a dialect, the first word tells whether the tokens were stripped on the way: an answer never begins with a channel word that
 * is glued to a capital.
 *
 *     <|channel|>analysis<|message|>We…    analysisWe…
 *     ^ a token: none were stripped        ^^^^^^^^^ a header without its tokens
 *
 * @param isTimed - The other one decides by the clock, too: a word that is not there in time is none.
 */
export function byFirstWord(createStripped: () => Splitter, createOther: () => Splitter, isTimed = false): Splitter {
  let known: Splitter | undefined
  let held = ''

  return {
    push: (text) => (known === undefined ? look(held + text, false) : known.push(text)),
    end: () => [...(known === undefined ? look(held, true) : noParts), ...known!.end()],
    passes: (text) => known?.passes?.(text) === true,
    ...(isTimed && { isUndecided, decide }),
    state: () => known?.state?.() ?? null,
  }

  function isUndecided(): boolean {
    return known === undefined ? held !== '' : known.isUndecided?.() === true
  }

  function decide(reason: 'timeout'): readonly Part[] {
    const began = known === undefined && held !== '' ? begin(createOther()) : noParts
    return [...began, ...(known?.decide?.(reason) ?? noParts)]
  }

  function look(text: string, final: boolean): readonly Part[] {
    held = text
    const isStripped = beginsStripped(text, final)
    return isStripped === undefined ? noParts : begin(isStripped ? createStripped() : createOther())
  }

  function begin(splitter: Splitter): readonly Part[] {
    known = splitter
    return splitter.push(held)
  }
}

/** Nothing says that the text begins elsewhere than behind the prompt's `<|start|>assistant`. */
export const mayBeStripped = ({ start, prefill, grammar, wireReasoning }: StreamContext): boolean =>
  start === undefined && prefill === undefined && grammar !== true && wireReasoning !== true
