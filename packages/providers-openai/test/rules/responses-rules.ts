import { isLoose, isText, type Loose } from '@reason/wire-kit'

/** Faults in the body of a Responses request, by the provider's documentation. */
export function responsesFaults(body: Loose, { provider }: { provider: string }): string[] {
  const faults: string[] = []
  const items = body.input as Loose[]
  const say = (at: number, what: string) => faults.push(`${at}: ${what} ${JSON.stringify(items[at])}`)
  const answersAll = ['openai', 'azure', 'deepseek', 'chatgpt', 'copilot'].includes(provider)
  const takesCustom = ['openai', 'azure', 'chatgpt', 'copilot'].includes(provider)
  const wantsSeals = ['openai', 'azure', 'chatgpt', 'copilot', 'xai'].includes(provider)
  const calls = new Set<unknown>()
  const open = new Set<unknown>()
  const ids = new Set<unknown>()

  items.forEach((item, at) => {
    if (item.id !== undefined) {
      if (ids.has(item.id)) say(at, 'an id that was there')
      ids.add(item.id)
    }
    const type = item.type ?? 'message'
    switch (type) {
      case 'message':
        message(item, at)
        break
      case 'reasoning':
        reasoning(item, at)
        break
      case 'function_call':
      case 'custom_tool_call':
        if (!isText(item.call_id) || item.call_id.length > 64) say(at, 'id')
        if (calls.has(item.call_id)) say(at, 'two calls of one id')
        calls.add(item.call_id)
        open.add(item.call_id)
        if (!isText(item.name)) say(at, 'name')
        if (type === 'function_call' && !isLoose(JSON.parse(item.arguments as string))) say(at, 'arguments')
        if (type === 'custom_tool_call' && !takesCustom) say(at, 'a call of a custom tool')
        break
      case 'function_call_output':
      case 'custom_tool_call_output':
        if (!open.delete(item.call_id) && answersAll) say(at, 'an output of no call')
        if (typeof item.output !== 'string' && !isPartList(item.output, ['input_text', 'input_image', 'input_file', 'input_audio']))
          say(at, 'output')
        if (provider === 'deepseek' && !/_call(?:_output)?$/.test(items[at - 1]?.type as string)) say(at, 'not behind its call')
        break
      default:
        say(at, 'type')
    }
  })
  if (answersAll && open.size > 0) faults.push(`no outputs of ${[...open].join()}`)
  if (items.length === 0) faults.push('nothing')
  if (body.tools !== undefined && !(Array.isArray(body.tools) && body.tools.length > 0)) faults.push('tools that are none')
  if (body.tools === undefined && body.tool_choice !== undefined) faults.push('a choice among no tools')
  return faults

  function message({ role, content }: Loose, at: number): void {
    if (!['user', 'system', 'developer', 'assistant'].includes(role as string)) say(at, 'role')
    const types = role === 'assistant' ? ['output_text', 'refusal'] : ['input_text', 'input_image', 'input_file', 'input_audio']
    if (typeof content !== 'string' && !isPartList(content, types)) say(at, 'content')
  }

  function reasoning({ summary, content, encrypted_content: sealed, status }: Loose, at: number): void {
    if (!Array.isArray(summary)) say(at, 'no summary')
    if (sealed !== undefined && (!isText(sealed) || sealed.trim() === '')) say(at, 'a damaged seal')
    if (status !== undefined) say(at, 'a status')
    if (wantsSeals) {
      if (!isText(sealed)) say(at, 'reasoning without its seal')
      const next = items[at + 1]
      if (next === undefined || next.role === 'user' || String(next.type).endsWith('output')) say(at, 'a thought alone')
    } else if (!isText(sealed) && (content as unknown[] | undefined)?.length === 0 && (summary as unknown[]).length === 0)
      say(at, 'nothing')
    if (provider === 'deepseek' && !isPartList(content, ['reasoning_text'])) say(at, 'reasoning in another list')
  }
}

const isPartList = (content: unknown, types: readonly string[]): boolean =>
  Array.isArray(content) && content.length > 0 && content.every((part) => isLoose(part) && types.includes(part.type as string))
