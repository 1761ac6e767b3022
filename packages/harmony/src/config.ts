import * as z from 'zod/mini'

/** Options of the Harmony adapter. */
export const harmonyConfig = z.strictObject({
  /**
   * The end of the prompt, after which the output begins. `true`: `<|start|>assistant`. `false`: nothing. A text: that text. `StreamContext.prefill`
   * overrides it. A stream that begins with `<|start|>` anyway is read correctly in either case.
   */
  prefilled: z._default(z.union([z.boolean(), z.string()], 'must be true, false or a text'), true),
  /**
   * Variant of the format. Default without a passport's choice: `harmony`, or `harmony-text` for a text that begins as only that variant does.
   * - `harmony`: intact tokens.
   * - `harmony-text`: the tokens were stripped in transit, only their words are left (`analysisWe…assistantfinalHi`).
   * - `llm-jp`: a blank after every token.
   * - `llamacpp-none`: llama-server with the reasoning format `none`, which loses the header of the final message.
   */
  dialect: z.optional(z.enum(['harmony', 'harmony-text', 'llm-jp', 'llamacpp-none'])),
  /** Channel of a message without a channel. */
  missingChannel: z._default(z.enum(['answer', 'reasoning']), 'answer'),
  /** Limit of text that waits for a marker, in UTF-16 units. Past it the text becomes reasoning or is dropped, with a warning. 256 or more. */
  maxHeldChars: z._default(z.int().check(z.minimum(256, 'must be 256 or more')), 65_536),
})

export type HarmonyConfig = z.output<typeof harmonyConfig>
export type HarmonyOptions = z.input<typeof harmonyConfig>
export type HarmonyDialect = NonNullable<HarmonyConfig['dialect']>
