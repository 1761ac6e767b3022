import type { Part, Stage } from '@reason/core'

/** They repeat the text token by token. */
const repeatsText = /(?:^|\.)(?:logprobs|audio)$/

/**
 * What nobody knows of an answer may hold reasoning, and is kept on its channel. Who sees all of the reasoning, and speaks the format in which
 * it came, gets these fields where they stood.
 */
export const showOwnFields = (wire: string): Stage => showing(wire, (event) => !repeatsText.test(event))

/** The numbers of tokens (vLLM's `return_token_ids`), of which a trainer needs each: how a text is split makes no difference to them. */
const tokenIds = /(?:^|\.)(?:prompt_)?token_ids$/

/** Of those fields the numbers of tokens alone. */
export const showTokenIds = (wire: string): Stage => showing(wire, (event) => tokenIds.test(event))

const showing = (wire: string, isShown: (event: string) => boolean): Stage => ({
  push(part) {
    if (part.type !== 'native' || part.channel !== 'reasoning' || part.wire !== wire || !isShown(part.event)) return [part]
    const { channel: _, ...shown } = part
    return [shown satisfies Part]
  },
  passes: () => true,
})
