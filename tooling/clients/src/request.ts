/** Readers for requests to upstreams. They are independent of the gateway's readers, which they check. */

export type Json = Record<string, unknown>

export interface OfferedTool {
  name: string
  /** JSON schema of the arguments. */
  schema: Json
}

/** A turn of the model with calls, as a later request has it. */
export interface Step {
  thought: string
  /** Id of a thought that the provider has stored. Replaces the thought in the request. */
  kept?: string
  signatures: readonly string[]
  calls: readonly { name: string; arguments: unknown }[]
}

export interface UpstreamRequest {
  tools: readonly OfferedTool[]
  steps: readonly Step[]
}

export interface RequestFormat {
  read(body: Json): UpstreamRequest
}

const list = (value: unknown): Json[] => (Array.isArray(value) ? (value as Json[]) : [])
const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const record = (value: unknown): Json => (value ?? {}) as Json
const parsed = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value || '{}') : value)
const present = (values: readonly unknown[]): string[] =>
  values.filter((value): value is string => typeof value === 'string' && value !== '')

const functionTools = (tools: unknown): OfferedTool[] =>
  list(tools).flatMap((tool) => {
    const { name, parameters } = record(tool['function'] ?? tool)
    return typeof name === 'string' ? [{ name, schema: record(parameters) }] : []
  })

const functionCalls = (calls: unknown): Step['calls'] =>
  list(calls).map((call) => {
    const { name, arguments: given } = record(call['function'])
    return { name: text(name), arguments: parsed(given) }
  })

/** Groups items into steps: reasoning, and the calls after it. Other items, except texts of the model, end a step. */
function stepsOf(items: readonly Json[], kinds: { thought: string; call: string }, read: (thought: Json) => Omit<Step, 'calls'>): Step[] {
  const steps: Step[] = []
  let thoughts: Json[] = []
  let isOpen = false
  for (const item of items) {
    if (item['type'] === kinds.thought || (item['type'] === 'item_reference' && text(item['id']).startsWith('rs_'))) {
      thoughts.push(item)
      isOpen = false
    } else if (item['type'] === kinds.call) {
      const kept = thoughts.find(({ type }) => type === 'item_reference')?.['id']
      const call = { name: text(item['name']), arguments: parsed(item['arguments']) }
      const open = isOpen ? steps.at(-1) : undefined
      if (open !== undefined) steps[steps.length - 1] = { ...open, calls: [...open.calls, call] }
      else {
        const made = thoughts.map(read)
        steps.push({
          thought: made.map(({ thought }) => thought).join(''),
          signatures: made.flatMap(({ signatures }) => signatures),
          calls: [call],
          ...(typeof kept === 'string' && { kept }),
        })
      }
      thoughts = []
      isOpen = true
    } else if (item['type'] !== 'message' && item['type'] !== 'model_output') {
      thoughts = []
      isOpen = false
    }
  }
  return steps
}

const withCalls = (steps: readonly Step[]): Step[] => steps.filter(({ calls }) => calls.length > 0)
const turns = (messages: unknown, role: string): Json[] => list(messages).filter((message) => message['role'] === role)

/** Reasoning inside the text, as servers send it that do not split. */
const inText = /^<\|channel\|>analysis<\|message\|>([^]*?)<\|end\|>|^<think>([^]*?)<\/think>/

const chat: RequestFormat = {
  read: ({ tools, messages }) => ({
    tools: functionTools(tools),
    steps: withCalls(
      turns(messages, 'assistant').map((message) => {
        const details = list(message['reasoning_details'])
        const tagged = inText.exec(text(message['content']))
        const thought =
          text(message['reasoning_content']) ||
          text(message['reasoning']) ||
          details.map((detail) => text(detail['text'])).join('') ||
          (tagged?.[1] ?? tagged?.[2] ?? '')
        return { thought, signatures: present(details.map((detail) => detail['signature'])), calls: functionCalls(message['tool_calls']) }
      }),
    ),
  }),
}

const responses: RequestFormat = {
  read({ tools, input }) {
    const declared = list(input).flatMap((item) => (item['type'] === 'additional_tools' ? list(item['tools']) : []))
    const all = [...list(tools), ...declared].flatMap((tool) => (tool['type'] === 'namespace' ? list(tool['tools']) : [tool]))
    return {
      tools: functionTools(all.filter(({ type }) => type === 'function')),
      steps: stepsOf(list(input), { thought: 'reasoning', call: 'function_call' }, (item) => ({
        thought: [...list(item['content']), ...list(item['summary'])].map((part) => text(part['text'])).join(''),
        signatures: present([item['encrypted_content']]),
      })),
    }
  },
}

const messages: RequestFormat = {
  read: ({ tools, messages: all }) => ({
    tools: list(tools).map(({ name, input_schema }) => ({ name: text(name), schema: record(input_schema) })),
    steps: withCalls(
      turns(all, 'assistant').map((message) => {
        const blocks = list(message['content'])
        const thoughts = blocks.filter(({ type }) => type === 'thinking')
        return {
          thought: thoughts.map(({ thinking }) => text(thinking)).join(''),
          signatures: present(thoughts.map(({ signature }) => signature)),
          calls: blocks.filter(({ type }) => type === 'tool_use').map(({ name, input }) => ({ name: text(name), arguments: input })),
        }
      }),
    ),
  }),
}

const gemini: RequestFormat = {
  read: ({ tools, contents }) => ({
    tools: list(tools)
      .flatMap(({ functionDeclarations }) => list(functionDeclarations))
      .map(({ name, parameters, parametersJsonSchema }) => ({ name: text(name), schema: record(parameters ?? parametersJsonSchema) })),
    steps: withCalls(
      turns(contents, 'model').map(({ parts }) => ({
        thought: list(parts)
          .filter(({ thought }) => thought === true)
          .map((part) => text(part['text']))
          .join(''),
        signatures: present(list(parts).map(({ thoughtSignature }) => thoughtSignature)),
        calls: list(parts).flatMap(({ functionCall }) =>
          functionCall === undefined ? [] : [{ name: text(record(functionCall)['name']), arguments: record(functionCall)['args'] }],
        ),
      })),
    ),
  }),
}

const interactions: RequestFormat = {
  read: ({ tools, input }) => ({
    tools: functionTools(tools),
    steps: stepsOf(list(input), { thought: 'thought', call: 'function_call' }, (item) => ({
      thought: list(item['summary'])
        .map((part) => text(part['text']))
        .join(''),
      signatures: present([item['signature']]),
    })),
  }),
}

const converse: RequestFormat = {
  read: ({ toolConfig, messages: all }) => ({
    tools: list(record(toolConfig)['tools'])
      .map(({ toolSpec }) => record(toolSpec))
      .filter(({ name }) => name !== undefined)
      .map(({ name, inputSchema }) => ({ name: text(name), schema: record(record(inputSchema)['json']) })),
    steps: withCalls(
      turns(all, 'assistant').map(({ content }) => {
        const thoughts = list(content).flatMap(({ reasoningContent }) =>
          reasoningContent === undefined ? [] : [record(record(reasoningContent)['reasoningText'])],
        )
        return {
          thought: thoughts.map((thought) => text(thought['text'])).join(''),
          signatures: present(thoughts.map(({ signature }) => signature)),
          calls: list(content).flatMap(({ toolUse }) =>
            toolUse === undefined ? [] : [{ name: text(record(toolUse)['name']), arguments: record(toolUse)['input'] }],
          ),
        }
      }),
    ),
  }),
}

const cohere: RequestFormat = {
  read: ({ tools, messages: all }) => ({
    tools: functionTools(tools),
    steps: withCalls(
      turns(all, 'assistant').map((message) => ({
        thought: list(message['content'])
          .map(({ thinking }) => text(thinking))
          .join(''),
        signatures: [],
        calls: functionCalls(message['tool_calls']),
      })),
    ),
  }),
}

const ollama: RequestFormat = {
  read: ({ tools, messages: all }) => ({
    tools: functionTools(tools),
    steps: withCalls(
      turns(all, 'assistant').map((message) => ({
        thought: text(message['thinking']),
        signatures: [],
        calls: functionCalls(message['tool_calls']),
      })),
    ),
  }),
}

export const requestFormats = {
  'openai-chat': chat,
  'openai-responses': responses,
  'anthropic-messages': messages,
  gemini,
  'gemini-interactions': interactions,
  'bedrock-converse': converse,
  cohere,
  ollama,
} as const
