import type { Part, Stage } from '@reason/core'

/**
 * Puts unknown fields of an answer back in their place. They may contain reasoning and are hidden with it. So only a client that sees all
 * of the reasoning gets them, if it uses the upstream's format.
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
