/** Delimiters that many families share. */
export const think = { startTag: '<think>', endTag: '</think>' } as const

/** For those who write the one or the other. */
export const thinkOrThinking = { startTag: ['<think>', '<thinking>'], endTag: ['</think>', '</thinking>'] }

/** `<tool_call>{…}</tool_call>` in think tags: the Hermes manner. */
export const thinkAndToolCall = { ...think, toolOpeners: '<tool_call>', toolClosers: '</tool_call>' } as const

/** The same call where prose may mention its tag: it counts only in front of a call. */
export const toolCallAhead = { toolOpeners: '<tool_call>', toolClosers: '</tool_call>', toolLookahead: ['{', '<function='] }

/** DeepSeek's own tokens; the call section is closed by its end token. */
export const deepSeekTools = { toolOpeners: '<｜tool▁calls▁begin｜>', toolClosers: '<｜tool▁calls▁end｜>' } as const

/** What GLM sets the outcome of a task in. */
export const glmBox = ['<|begin_of_box|>', '<|end_of_box|>']

export const chatMlTokens = ['<|im_start|>', '<|im_end|>', '<|endoftext|>'] as const
export const deepSeekTokens = ['<｜begin▁of▁sentence｜>', '<｜end▁of▁sentence｜>'] as const

/** `*name*` finds a name anywhere; these two find it only where a name begins, so that `ring` is not found in `string`. */
export const beginning = (name: string): readonly string[] => [`${name}*`, `*_${name}*`]

/** Cohere's tokens. Generations differ in what they call the answer. */
export const cohere = {
  startTag: '<|START_THINKING|>',
  endTag: '<|END_THINKING|>',
  toolOpeners: '<|START_ACTION|>',
  toolClosers: '<|END_ACTION|>',
  answerTokens: ['<|START_RESPONSE|>', '<|START_TEXT|>'],
  contentStrip: ['<|END_RESPONSE|>', '<|END_TEXT|>', '<|END_OF_TURN_TOKEN|>'],
}
export const cohereTokens = ['<|END_OF_TURN_TOKEN|>', '<|START_OF_TURN_TOKEN|>', '<|CHATBOT_TOKEN|>'] as const
export const graniteTokens = ['<|end_of_text|>', '<|start_of_role|>', '<|end_of_role|>'] as const
export const kimiTokens = ['<|im_end|>', '<|im_middle|>', '[EOS]'] as const
export const minimaxTokens = ['[e~[', ']~b]', ']~!b['] as const
