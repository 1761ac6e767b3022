/** Words that no template contains. Their position in a rendering shows how the template treats each part of a conversation. */
export const words = {
  system: 'qzsystemqz',
  user: 'qzuserqz',
  second: 'qzsecondqz',
  thought: 'qzthoughtqz',
  answer: 'qzanswerqz',
  other: 'qzotherqz',
  eos: 'qzeosqz',
  call: 'qzcallqz',
  key: 'qzkeyqz',
  value: 'qzvalueqz',
  result: 'qzresultqz',
} as const

export type TemplateMessage = Readonly<Record<string, unknown>>

/** Format of content. `parts`: lists of typed objects, which some templates require. */
export type ContentStyle = 'text' | 'parts'

const contentIn = (style: ContentStyle, text: string): unknown => (style === 'text' ? text : [{ type: 'text', text }])

export const system = (style: ContentStyle, text: string = words.system): TemplateMessage => ({
  role: 'system',
  content: contentIn(style, text),
})
export const user = (style: ContentStyle, text: string = words.user): TemplateMessage => ({ role: 'user', content: contentIn(style, text) })
export const answer = (style: ContentStyle): TemplateMessage => ({ role: 'assistant', content: contentIn(style, words.answer) })

/** A turn of calls. Jinja templates expect arguments as an object, some as JSON. */
export const calls = (args: 'object' | 'json', count = 1, fields: TemplateMessage = {}): TemplateMessage => ({
  role: 'assistant',
  content: '',
  tool_calls: Array.from({ length: count }, (_, index) => ({
    id: `call0000${index}`,
    type: 'function',
    function: {
      name: words.call,
      arguments: args === 'object' ? { [words.key]: words.value } : JSON.stringify({ [words.key]: words.value }),
    },
  })),
  ...fields,
})

export const result = (style: ContentStyle, index = 0): TemplateMessage => ({
  role: 'tool',
  tool_call_id: `call0000${index}`,
  name: words.call,
  content: contentIn(style, words.result),
})

export const tools = [
  {
    type: 'function',
    function: {
      name: words.call,
      description: 'qzdescriptionqz',
      parameters: {
        type: 'object',
        properties: { [words.key]: { type: 'string', description: 'qzdescriptionqz' } },
        required: [words.key],
      },
    },
  },
]
