/** A chat template with its origin. */
export interface TemplateSource {
  /** `default`, or the name of a variant such as `tool_use`. */
  name: string
  template: string
  /** Its origin: a file or an address. */
  from: string
  /** Names of the tokenizer's tokens, such as `bos_token`. */
  tokens: Record<string, string>
  /** Further facts from the server about the model. */
  notes: string[]
}

/**
 * Finds chat templates in the JSON of a server or file: `chat_template` as text or by name, `chat_template_tool_use`, Ollama's `template`.
 *
 * @param json - Parsed JSON of any shape.
 * @param from - Its origin: a file or an address.
 */
export function templatesIn(json: unknown, from: string): TemplateSource[] {
  const fields = Object(json) as Record<string, unknown>
  const tokens = tokensIn(fields)
  const notes = notesIn(fields)
  const source = (name: string, template: unknown): TemplateSource[] =>
    typeof template === 'string' && looksLikeTemplate(template) ? [{ name, template, from, tokens, notes }] : []
  const named = Array.isArray(fields['chat_template']) ? fields['chat_template'] : []
  const info = Object(fields['model_info']) as Record<string, unknown>
  return [
    ...source('default', fields['chat_template']),
    ...named.flatMap((one: unknown) => {
      const { name, template } = Object(one) as Record<string, unknown>
      return source(typeof name === 'string' ? name : 'default', template)
    }),
    ...source('tool_use', fields['chat_template_tool_use']),
    ...source('default', info['tokenizer.chat_template']),
    ...source('default', fields['template']),
  ]
}

/** Whether a text is a template, rather than a path or the name of a built-in template. */
const looksLikeTemplate = (text: string): boolean => text.includes('{{') || text.includes('{%')

function tokensIn(fields: Readonly<Record<string, unknown>>): Record<string, string> {
  const entries = ['bos_token', 'eos_token', 'pad_token', 'unk_token'].flatMap((name): [string, string][] => {
    const token = fields[name]
    const { content } = Object(token) as { content?: unknown }
    const text = typeof token === 'string' ? token : content
    return typeof text === 'string' ? [[name, text]] : []
  })
  return Object.fromEntries(entries)
}

function notesIn({ build_info: build, capabilities }: Readonly<Record<string, unknown>>): string[] {
  return [
    ...(typeof build === 'string' ? [`build ${build}`] : []),
    ...(Array.isArray(capabilities) ? [`capabilities: ${capabilities.filter((one) => typeof one === 'string').join(', ')}`] : []),
  ]
}
