import { isLoose, type Loose } from '@reason/wire-kit'

interface Turn {
  role: unknown
  content: Loose[]
}

/** Rules of Converse that a request breaks, by its documentation, for Claude and others. The check shares no code with the writer of requests. */
export function brokenRules(body: Loose, { refuses, claude }: { refuses: readonly string[]; claude: boolean }): string[] {
  const broken: string[] = []
  const must = (holds: boolean, rule: string) => holds || broken.push(rule)
  const turns = body.messages as Turn[]
  const { maxTokens, temperature, topP, stopSequences = [] } = (body.inferenceConfig ?? {}) as Loose
  const { thinking, top_k: topK } = (body.additionalModelRequestFields ?? {}) as Loose
  const type = isLoose(thinking) ? thinking.type : undefined
  const on = type === 'enabled' || type === 'adaptive'

  must(turns[0]?.role === 'user', 'the first message is the user’s')
  must(turns.at(-1)?.role === 'user', 'nothing is begun for the model')
  must(
    turns.every(({ role }, index) => role !== turns[index - 1]?.role),
    'roles alternate',
  )
  must(!refuses.includes(String(type)), `the model takes thinking of the type ${String(type)}`)
  must(claude || type === undefined, 'thinking is Claude’s')
  if (isLoose(thinking) && type === 'enabled') {
    const budget = thinking.budget_tokens as number
    must(Number.isInteger(budget) && budget >= 1024 && budget < ((maxTokens as number | undefined) ?? Infinity), 'the budget fits')
  }
  if (on) {
    must(temperature === undefined || temperature === 1, 'the temperature is 1 while thinking')
    must(topP === undefined || (topP as number) >= 0.95, 'top_p is high while thinking')
    must(topK === undefined, 'there is no top_k while thinking')
  }
  if (claude) for (const stop of stopSequences as string[]) must(stop.trim() !== '', 'a stop sequence is not blank')
  checkTools()
  checkBlocks((body.system as Loose[] | undefined) ?? [])

  const ids = new Set<unknown>()
  for (const [index, { role, content }] of turns.entries()) {
    must(content.length > 0, 'no message is empty')
    checkBlocks(content)
    const results = content.filter((block) => 'toolResult' in block)
    const calls = turns[index - 1]?.content.filter((block) => 'toolUse' in block) ?? []
    if (role === 'user') {
      must(
        content.slice(0, results.length).every((block) => 'toolResult' in block),
        'results come first',
      )
      must(
        sameIds(
          calls.map(({ toolUse }) => idOf(toolUse)),
          results.map(({ toolResult }) => idOf(toolResult)),
        ),
        'each call has one result',
      )
      must(!content.some((block) => 'document' in block) || content.some((block) => 'text' in block), 'documents have a text beside them')
    } else must(results.length === 0, 'results are the user’s')
    for (const { toolUse } of content) {
      if (!isLoose(toolUse)) continue
      must(/^[\w.:-]{1,64}$/.test(String(toolUse.toolUseId)) && !ids.has(toolUse.toolUseId), 'ids are plain and no two alike')
      must(/^[\w-]{1,64}$/.test(String(toolUse.name)), 'names of calls are plain')
      must(isLoose(toolUse.input), 'arguments are an object')
      ids.add(toolUse.toolUseId)
    }
  }
  const loop = openLoop(turns)
  if (type === 'enabled' && loop.length > 0) must(loop.some(hasThinking), 'an open tool loop has thinking')
  if (type === 'disabled') must(!loop.some(hasThinking), 'an open tool loop has no thinking while that is off')
  return broken

  function checkTools(): void {
    const { tools = [], toolChoice } = (body.toolConfig ?? {}) as Loose
    const names = (tools as Loose[]).map(({ toolSpec }) => (isLoose(toolSpec) ? toolSpec.name : undefined))
    must(
      names.every((name) => /^[\w-]{1,64}$/.test(String(name))),
      'names of tools are plain',
    )
    must(body.toolConfig === undefined || names.length > 0, 'a configuration of tools has some')
    must(names.length > 0 || !turns.some(({ content }) => content.some((block) => 'toolUse' in block)), 'calls need tools')
    must(!(type === 'enabled' && isLoose(toolChoice) && !('auto' in toolChoice)), 'no call is forced while thinking by a budget')
  }

  function checkBlocks(blocks: readonly Loose[]): void {
    const titles = new Set<unknown>()
    for (const { text, reasoningContent: reasoning, toolResult: result, image, document } of blocks) {
      must(text === undefined || (typeof text === 'string' && text.trim() !== ''), 'no text is blank')
      if (isLoose(reasoning) && claude) {
        const inner = reasoning.reasoningText
        must(isLoose(inner) ? typeof inner.signature === 'string' : typeof reasoning.redactedContent === 'string', 'reasoning is signed')
      }
      if (isLoose(result)) checkBlocks(result.content as Loose[])
      if (isLoose(image)) must(/^(jpeg|png|gif|webp)$/.test(String(image.format)), 'images are of four types')
      if (isLoose(document)) {
        must(/^[\w\s()[\]-]+$/.test(String(document.name)) && !titles.has(document.name), 'names of documents are plain and no two alike')
        titles.add(document.name)
      }
    }
  }
}

/** Turns of the assistant since the last message of the user without tool results. Empty outside of a tool loop. */
function openLoop(turns: readonly Turn[]): Turn[] {
  const from = turns.findLastIndex(({ role, content }) => role === 'user' && !content.some((block) => 'toolResult' in block))
  return turns.slice(from + 1).filter(({ role }) => role === 'assistant')
}

const hasThinking = ({ content }: Turn): boolean => content.some((block) => 'reasoningContent' in block)
const idOf = (value: unknown): unknown => (isLoose(value) ? value.toolUseId : undefined)
const sameIds = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))
