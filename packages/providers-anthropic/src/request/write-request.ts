import type { WrittenRequest } from '@reason/core/wire'
import type { Conversation, Target } from '@reason/core/conversation'
import { assertNotRefused, foreignSettings, isSame, lostSettings, noteDemandedTool, type Steps } from '@reason/wire-kit'
import { boundSchema } from '@reason/claude'
import { WIRE } from '../wire-id.ts'
import { isLoose, keptOf, without, type Loose } from './fields.ts'
import { bindThinking } from './block-binding.ts'
import { restOfOutput } from './knob-fields.ts'
import { bindingOf, isClaude } from './models.ts'
import { planRequest } from './replay.ts'
import { known, writeSampling } from './sampling.ts'
import { toolName, writeTool, writeToolChoice } from './tools.ts'
import { writeUser } from './user.ts'

/** @throws {ReasonError} `REASON_REQUEST_REFUSED`, with the reasons as its cause, if the provider is known to refuse the request */
export function* writeRequest(conversation: Conversation, target: Target): Steps<WrittenRequest> {
  const { thinking, written, replay, notCarried } = yield* planRequest(conversation, target)
  assertNotRefused(replay.refusals, target)
  const { tools, toolChoice, stream } = conversation
  const kept = keptOf(conversation)
  const binding = bindingOf(target)
  const notes = [...thinking.report.notes]
  const missing = (what: string) => notCarried.add(what)
  for (const path of foreignSettings(conversation.extra, WIRE)) missing(`the setting ${path}`)
  for (const what of lostSettings(conversation, known)) missing(what)
  const metadata = writeUser(conversation, kept, missing)

  const toolContext = { binding, isOwn: conversation.extra?.wire === WIRE, notCarried: missing }

  const bound = bindThinking(thinking.words.thinking, written.messages, target)
  const body: Record<string, unknown> = {
    ...without(kept, ...['thinking', 'output_config', 'tool_choice'].filter((field) => isLoose(kept[field]))),
    model: target.model,
    ...writeSampling(conversation, target, thinking, (note) => notes.push(note)),
    ...metadata,
    ...(written.system !== undefined && { system: written.system }),
    messages: written.messages,
    ...writeTools(),
    ...(bound.thinking !== undefined && { thinking: bound.thinking }),
    ...writeOutput(),
    ...(stream !== undefined && { stream }),
  }
  return {
    body,
    plan: replay,
    knobs: { ...thinking.report, notes },
    notCarried: [...notCarried],
    ...(bound.headers && { headers: bound.headers }),
  }

  function writeTools(): Loose {
    const list = tools?.map((tool) => writeTool(tool, toolContext)).filter((tool) => tool !== undefined)
    if (list !== undefined && list.length < tools!.length) missing('tools of other providers')
    // Anthropic refuses a tool choice without tools.
    if ((list?.length ?? 0) === 0 && conversation.extra?.wire !== WIRE) {
      noteDemandedTool(toolChoice, missing)
      return toolsOfBefore()
    }
    const choice = writeToolChoice({ ...conversation, ...(thinking.toolChoice && { toolChoice: thinking.toolChoice }) }, kept.tool_choice)
    return {
      ...(list !== undefined && (list.length > 0 || tools!.length === 0) && { tools: list }),
      ...(choice !== undefined && { tool_choice: choice }),
    }
  }

  /**
   * Declares the tools of earlier calls, and forbids calling them. Anthropic used to refuse calls and results without
   * any tools, and proxies still do. An agent that requests a summary of its conversation offers no tools.
   */
  function toolsOfBefore(): Loose {
    const calls = conversation.messages.flatMap((message) => (message.role === 'assistant' ? message.items : []))
    const names = new Set(calls.flatMap((item) => (item.type === 'tool-call' ? [toolName(item.name)] : [])))
    if (names.size === 0 || !isClaude(target)) return {}
    return { tools: [...names].map((name) => writeTool({ type: 'function', name }, toolContext)), tool_choice: { type: 'none' } }
  }

  function writeOutput(): Loose {
    const { responseFormat } = conversation
    if (responseFormat?.type === 'json') missing('an answer that is any JSON')
    const before = isLoose(kept.output_config) ? kept.output_config : {}
    const schema = responseFormat?.type === 'json-schema' ? responseFormat : undefined
    // A client that writes the name of the first beta gets it back.
    const isWritten = isLoose(kept.output_format) && isSame(kept.output_format.schema, schema?.schema)
    const format = schema !== undefined && !isWritten ? writeFormat(schema.schema, before.format) : undefined
    const output = {
      ...restOfOutput(before),
      ...(thinking.words.effort !== undefined && { effort: thinking.words.effort }),
      ...(format !== undefined && { format }),
    }
    return Object.keys(output).length > 0 || (isLoose(kept.output_config) && Object.keys(before).length === 0)
      ? { output_config: output }
      : {}
  }

  /** @param before - Original format of a request of this format, which stays. */
  function writeFormat(asked: unknown, before: unknown): Loose | undefined {
    const kept = isLoose(before) ? before : {}
    if (isSame(kept.schema, asked)) return { ...kept, type: 'json_schema' }
    if (binding === 'none') return void missing(`a format of the answer, which ${target.model} refuses`)
    const { schema, lost } = binding === 'any' ? { schema: asked, lost: [] } : boundSchema(asked)
    if (lost.length > 0) missing(`what a schema says of the answer by ${lost.join(', ')}, which Claude refuses`)
    return { ...kept, type: 'json_schema', schema }
  }
}
