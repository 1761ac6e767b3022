import * as z from 'zod/mini'

/** Options of the Harmony adapter. */
export const harmonyConfig = z.strictObject({
  /**
   * What the prompt ends with, so that the output begins after it. `true`: `<|start|>assistant`. `false`: nothing. A text: that.
   * `StreamContext.prefill` wins over it. A stream that begins with `<|start|>` all the same is read right either way.
   */
  prefilled: z._default(z.union([z.boolean(), z.string()], 'must be true, false or a text'), true),
  /**
   * Default, where no passport names one: `harmony`, and `harmony-text` for a text that begins as only that does.
   * - `harmony`: tokens as they are.
   * - `harmony-text`: the tokens were stripped on the way, their words are left (`analysisWe…assistantfinalHi`).
   * - `llm-jp`: a blank after every token.
   * - `llamacpp-none`: llama-server with the reasoning format `none`, which loses the header of the final message.
   */
  dialect: z.optional(z.enum(['harmony', 'harmony-text', 'llm-jp', 'llamacpp-none'])),
  /** Where the body of a message without a channel goes. */
  missingChannel: z._default(z.enum(['answer', 'reasoning']), 'answer'),
  /** Most characters (UTF-16 units) that wait for a marker; past it they are reasoning or dropped, and a warning says so. 256 or more. */
  maxHeldChars: z._default(z.int().check(z.minimum(256, 'must be 256 or more')), 65_536),
})

export type HarmonyConfig = z.output<typeof harmonyConfig>
export type HarmonyOptions = z.input<typeof harmonyConfig>
export type HarmonyDialect = NonNullable<HarmonyConfig['dialect']>
