import type { Passport, Signal } from '@reason/core/adapter'
import { damagedTokenAt } from './tokens/damaged-tokens.ts'
import { spell } from './tokens/tokens.ts'

/** Meaningless tokens of the vocabulary, and the structural tokens, for text that lost its structure. */
const serviceTokens = [
  '<|endoftext|>',
  '<|startoftext|>',
  ...(['start', 'channel', 'constrain', 'message', 'end', 'return', 'call'] as const).map(spell),
]

export const passports: readonly Passport[] = [
  {
    // Applies to all names, because a server accepts any name.
    models: [],
    provider: 'llamacpp',
    options: { harmony: { dialect: 'llamacpp-none' } },
    source: 'llama-server with the reasoning format none loses the header of the final message',
  },
  {
    models: ['*gpt-oss*', '*gpt_oss*', '*gptoss*'],
    flags: { harmony: true },
    serviceTokens,
    source: 'the Harmony format of the gpt-oss models',
  },
  {
    models: ['*llm-jp-4*'],
    flags: { harmony: true },
    options: { harmony: { dialect: 'llm-jp' } },
    serviceTokens,
    source: 'chat template of the LLM-jp-4 models',
  },
]

/**
 * Signals of the format. Text before them may be the beginning of a header or unlabelled reasoning, which the splitter decides. `<|end|>` counts only
 * for a known model, because other families end their turns with it.
 */
export const signals: readonly Signal[] = [
  ...(['start', 'channel', 'message', 'constrain', 'return', 'call'] as const).map((token) => ({ text: spell(token) })),
  { text: spell('end'), known: true },
  // Gemma's opener has the same beginning. The longer text wins.
  { text: '<|channel>analysis' },
  { text: '<|channel>commentary' },
  { text: '<|channel>final<|' },
  { text: '<|chanel|>analysis', match: damagedSignalAt },
  // Headers before such marks are only mentioned. The longer text wins, and its header does not count after a mark.
  ...['', '<|start|>assistant'].flatMap((start) =>
    ['analysis', 'commentary', 'final'].flatMap((channel) =>
      [...'`"\'“”’»«›」』'].map((mark) => ({ text: `${start}<|channel|>${channel}<|message|>${mark}` })),
    ),
  ),
]

/** Matches only `start` and `channel` tokens that fit their position, because other families have terminators, too. */
function damagedSignalAt(text: string, at: number, final: boolean): number {
  if (text.length - at < 2) return final ? 0 : -1
  const found = text.startsWith('<|', at) ? damagedTokenAt(text, at, final) : undefined
  if (found === 'partial') return -1
  return found !== undefined && (found.token === 'start' || found.token === 'channel') ? found.end - at : 0
}
