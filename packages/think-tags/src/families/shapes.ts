/** Delimiters that many families share. */
export const think = { startTag: '<think>', endTag: '</think>' } as const

/** `<tool_call>{…}</tool_call>` in think tags: the Hermes manner. */
export const thinkAndToolCall = { ...think, toolOpeners: '<tool_call>', toolClosers: '</tool_call>' } as const

/** The same call where prose may mention its tag: it counts only in front of a call. */
export const toolCallAhead = { toolOpeners: '<tool_call>', toolClosers: '</tool_call>', toolLookahead: ['{', '<function='] }

/** DeepSeek's own tokens; the call section is closed by its end token. */
export const deepSeekTools = { toolOpeners: '<｜tool▁calls▁begin｜>', toolClosers: '<｜tool▁calls▁end｜>' } as const

/** What GLM sets the outcome of a task in. */
export const glmBox = ['<|begin_of_box|>', '<|end_of_box|>']

export const chatMlTokens = ['<|im_start|>', '<|im_end|>', '<|endoftext|>'] as const
/** Llama 3's, which its finetunes keep. */
export const llamaTokens = [
  '<|eot_id|>',
  '<|eom_id|>',
  '<|start_header_id|>',
  '<|end_header_id|>',
  '<|begin_of_text|>',
  '<|end_of_text|>',
] as const
export const glmTokens = ['<|user|>', '<|assistant|>', '<|observation|>', '<|endoftext|>'] as const
