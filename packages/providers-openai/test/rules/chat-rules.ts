import { isLoose, isText, type Loose } from '@reason/wire-kit'

export interface ChatTarget {
  provider: string
  model: string
}

/** Faults in the body of a Chat Completions request, by the provider's documentation. */
export function chatFaults(body: Loose, { provider, model }: ChatTarget): string[] {
  const faults: string[] = []
  const messages = body.messages as Loose[]
  const say = (at: number, what: string): void => void faults.push(`${at}: ${what} ${JSON.stringify(messages[at])}`)
  /** Ids of the step's calls that still have no result. */
  let open = new Set<unknown>()

  messages.forEach((message, at) => {
    const { role, content, tool_calls: calls } = message
    if (role === 'developer' && ['deepseek', 'mistral', 'zai', 'llamacpp'].includes(provider)) say(at, 'a role that it does not know')
    if (role !== 'tool' && open.size > 0) {
      say(at, `stands before the results of ${[...open].join()}`)
      open = new Set()
    }
    switch (role) {
      case 'developer':
      case 'system':
      case 'user':
        if (typeof content !== 'string' && !isPartList(content, ['text', 'image_url', 'input_audio', 'file', 'document_url']))
          say(at, 'content')
        break
      case 'tool':
        if (!isText(message.tool_call_id)) say(at, 'no id')
        if (!open.delete(message.tool_call_id)) say(at, 'a result of no call')
        if (typeof content !== 'string' && !isPartList(content, ['text'])) say(at, 'content of a result')
        break
      case 'assistant':
        open = new Set(Array.isArray(calls) ? (calls as Loose[]).map(({ id }) => id) : [])
        assistant(message, at)
        break
      default:
        say(at, 'a role')
    }
  })
  if (open.size > 0) faults.push(`no results of ${[...open].join()}`)
  if (provider === 'mistral') {
    messages.forEach(({ role }, at) => {
      if (messages[at - 1]?.role === 'tool' && role !== 'tool' && role !== 'assistant') say(at, 'not the assistant, after a tool')
    })
    const last = messages.at(-1)!
    if (last.role === 'assistant' && last.tool_calls === undefined && last.prefix !== true) say(messages.length - 1, 'no prefix')
  }
  if (body.tools !== undefined && !(Array.isArray(body.tools) && body.tools.length > 0)) faults.push('tools that are none')
  if (body.tools === undefined && body.tool_choice !== undefined) faults.push('a choice among no tools')
  if (body.stream_options !== undefined && body.stream !== true) faults.push('stream_options without a stream')
  if (body.max_tokens !== undefined && body.max_completion_tokens !== undefined) faults.push('two limits')
  if (provider === 'openai' && /^(?:o\d|gpt-5$)/.test(model)) {
    for (const field of ['max_tokens', 'top_k']) if (body[field] !== undefined) faults.push(field)
    if (body.temperature !== undefined && body.temperature !== 1) faults.push('temperature')
  }
  return faults

  function assistant(message: Loose, at: number): void {
    const { content, tool_calls: calls, refusal } = message
    const isSaid = isText(content) || (Array.isArray(content) && content.length > 0)
    if (content !== undefined && content !== null && typeof content !== 'string' && !isPartList(content, ['text', 'thinking', 'refusal'])) {
      say(at, 'content')
    }
    if (!isSaid && content !== '' && calls === undefined && !isText(refusal)) say(at, 'nothing')
    if (calls !== undefined) callsFaults(calls, at)
    reasoning(message, at)
  }

  function callsFaults(calls: unknown, at: number): void {
    if (!Array.isArray(calls) || calls.length === 0) return say(at, 'calls that are none')
    const ids = (calls as Loose[]).map(({ id }) => id)
    if (new Set(ids).size < ids.length) say(at, 'two calls of one id')
    for (const call of calls as Loose[]) {
      if (!isText(call.id) || (provider === 'openai' && call.id.length > 40)) say(at, 'id')
      if (provider === 'mistral' && !/^[A-Za-z0-9]{9}$/.test(call.id as string)) say(at, 'id')
      if (call.type === 'custom' && ['openai', 'azure'].includes(provider)) continue
      const body = call.function
      if (call.type !== 'function' || !isLoose(body) || !isText(body.name)) say(at, 'call')
      else if (!isLoose(JSON.parse(body.arguments as string))) say(at, 'arguments')
    }
  }

  function reasoning(message: Loose, at: number): void {
    const fields = ['reasoning_content', 'reasoning', 'reasoning_text', 'reasoning_details'].filter((field) => message[field] !== undefined)
    if (['openai', 'google'].includes(provider) && fields.length > 0) say(at, 'reasoning that it does not read')
    if (provider === 'deepseek') {
      const isR1 = model === 'deepseek-r1'
      if (fields.some((field) => field !== 'reasoning_content')) say(at, 'reasoning in another field')
      if (isR1 && fields.length > 0) say(at, 'reasoning of R1')
      const isOff = isLoose(body.thinking) && body.thinking.type === 'disabled'
      const withTools = body.tools !== undefined || messages.some(({ role }) => role === 'tool')
      if (!isR1 && withTools && !isOff && typeof message.reasoning_content !== 'string') say(at, 'no reasoning_content')
    }
    if (provider === 'google' && /gemini-3/.test(model) && Array.isArray(message.tool_calls)) {
      const [first] = message.tool_calls as { extra_content?: { google?: { thought_signature?: unknown } } }[]
      if (!isText(first!.extra_content?.google?.thought_signature)) say(at, 'a first call without a signature')
    }
    for (const detail of (message.reasoning_details ?? []) as Loose[]) {
      if (/claude/.test(model) && detail.type === 'reasoning.text' && !isText(detail.signature)) say(at, 'thinking without a signature')
      if (detail.type === 'reasoning.encrypted' && (!isText(detail.data) || detail.data.trim() === '')) say(at, 'a damaged seal')
    }
  }
}

const isPartList = (content: unknown, types: readonly string[]): boolean =>
  Array.isArray(content) && content.length > 0 && content.every((part) => isLoose(part) && types.includes(part.type as string))
