import type { Passport, Signal } from '@reason/core/adapter'
import { damagedTokenAt } from './damaged-tokens.ts'
import { spell } from './tokens.ts'

/** Tokens of the vocabulary that mean nothing in a message; the structural ones, for text that lost its structure elsewhere. */
const serviceTokens = [
  '<|endoftext|>',
  '<|startoftext|>',
  ...(['start', 'channel', 'constrain', 'message', 'end', 'return', 'call'] as const).map(spell),
]

export const passports: readonly Passport[] = [
  {
    // Whatever its models are called: a server takes any name.
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
 * Text before any of these may be a header's beginning or unlabelled reasoning: the splitter itself tells which. `<|end|>` counts of a known model
 * alone: other families end their turns with it.
 */
export const signals: readonly Signal[] = [
  ...(['start', 'channel', 'message', 'constrain', 'return', 'call'] as const).map((token) => ({ text: spell(token) })),
  { text: spell('end'), known: true },
  // Gemma's opener begins so, too: the longer text counts.
  { text: '<|channel>analysis' },
  { text: '<|channel>commentary' },
  { text: '<|channel>final<|' },
  { text: '<|chanel|>analysis', match: damagedSignalAt },
  // A text speaks of a header between such marks: the longer text counts, and is none of a header behind a mark.
  ...['', '<|start|>assistant'].flatMap((start) =>
    ['analysis', 'commentary', 'final'].flatMap((channel) =>
      [...'`"\'“”’»«›」』'].map((mark) => ({ text: `${start}<|channel|>${channel}<|message|>${mark}` })),
    ),
  ),
]

/** Only tokens that do what they do in headers: other families have terminators, too. */
function damagedSignalAt(text: string, at: number, final: boolean): number {
  if (text.length - at < 2) return final ? 0 : -1
  const found = text.startsWith('<|', at) ? damagedTokenAt(text, at, final) : undefined
  if (found === 'partial') return -1
  return found !== undefined && (found.token === 'start' || found.token === 'channel') ? found.end - at : 0
}
