import type { Part, Stage } from '@reason/core'

/** They repeat the text token by token. */
const repeatsText = /(?:^|\.)(?:logprobs|audio)$/

/**
 * What nobody knows of an answer may hold reasoning, and is kept on its channel. Who sees all of the reasoning, and speaks the format in which
 * it came, gets these fields where they stood.
 */
export const showOwnFields = (wire: string): Stage => ({
  push(part) {
    if (part.type !== 'native' || part.channel !== 'reasoning' || part.wire !== wire || repeatsText.test(part.event)) return [part]
    const { channel: _, ...shown } = part
    return [shown satisfies Part]
  },
  passes: () => true,
})
