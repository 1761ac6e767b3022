/** Typical outputs of models, each with a feature to look at. */
export const examples: readonly { id: 'tags' | 'orphan' | 'harmony' | 'unclosed' | 'tool' | 'recording'; text: string }[] = [
  { id: 'tags', text: '<think>\nOkay, 17 * 3 is 10 * 3 plus 7 * 3, so 30 + 21 = 51.\n</think>\n\nThe answer is 51. In code: `if a < b`.' },
  { id: 'orphan', text: 'Okay, 17 * 3 is 10 * 3 plus 7 * 3, so 30 + 21 = 51.\n</think>\n\nThe answer is 51.' },
  {
    id: 'harmony',
    text: '<|channel|>analysis<|message|>The user asks for 17 * 3. That is 51.<|end|><|start|>assistant<|channel|>commentary<|message|>Let me check that with the calculator.<|end|><|start|>assistant<|channel|>commentary to=functions.calculate <|constrain|>json<|message|>{"expression":"17 * 3"}<|call|>',
  },
  { id: 'unclosed', text: '<think>\nLet me go through all cases. First, suppose that n is even. Then' },
  {
    id: 'tool',
    text: '<think>The user wants the weather.</think>One moment.\n<tool_call>\n{"name": "get_weather", "arguments": {"city": "Paris"}}\n</tool_call>',
  },
  {
    id: 'recording',
    text: [
      '{"choices":[{"index":0,"delta":{"role":"assistant","content":null}}],"model":"qwen3-8b","object":"chat.completion.chunk"}',
      '{"choices":[{"index":0,"delta":{"content":"<thi"}}],"model":"qwen3-8b","object":"chat.completion.chunk"}',
      '{"choices":[{"index":0,"delta":{"content":"nk>17 * 3 = 51</th"}}],"model":"qwen3-8b","object":"chat.completion.chunk"}',
      '{"choices":[{"index":0,"delta":{"content":"ink>The answer is 51."}}],"model":"qwen3-8b","object":"chat.completion.chunk"}',
      '{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}],"model":"qwen3-8b","object":"chat.completion.chunk"}',
      '[DONE]',
    ]
      .map((data) => `data: ${data}\n\n`)
      .join(''),
  },
]
