import type { Part, Stage } from '@reason/core'

/**
 * What nobody knows of an answer may hold reasoning, and is kept on its channel. Who sees all of the reasoning, and speaks the format in which
 * it came, gets these fields where they stood.
 */
export const showOwnFields = (wire: string): Stage => showing(wire, () => true)

/**
 * They repeat the text token by token, or speak it: numbers of tokens (vLLM's `return_token_ids`), log probabilities, audio. A client that sees
 * all of the reasoning has asked for them, and how the text is split makes no difference to them.
 */
const perToken = /(?:^|\.)(?:(?:prompt_)?token_ids|logprobs|audio)$/

/** Of those fields the ones that repeat the text token by token. */
export const showTokenFields = (wire: string): Stage => showing(wire, (event) => perToken.test(event))

const showing = (wire: string, isShown: (event: string) => boolean): Stage => ({
  push(part) {
    if (part.type !== 'native' || part.channel !== 'reasoning' || part.wire !== wire || !isShown(part.event)) return [part]
    const { channel: _, ...shown } = part
    return [shown satisfies Part]
  },
  passes: () => true,
})
