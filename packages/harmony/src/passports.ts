import type { Passport, Signal } from '@reason/core/adapter'
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
 * Text before any of these may be a header's beginning or unlabelled reasoning: the splitter itself tells which. `<|end|>` is not
 * among them: other families end their turns with it.
 */
export const signals: readonly Signal[] = (['start', 'channel', 'message', 'constrain', 'return', 'call'] as const).map((token) => ({
  text: spell(token),
}))
