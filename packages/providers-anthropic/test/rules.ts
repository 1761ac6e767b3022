import { isLoose, type Loose } from '@reason/wire-kit'

interface Turn {
  role: string
  blocks: Loose[]
}

/** Rules of Messages that a request breaks, by its documentation. The check shares no code with the writer of requests. */
export function brokenRules(body: Loose, { refuses }: { refuses: readonly string[] }): string[] {
  const broken: string[] = []
  const must = (holds: boolean, rule: string) => holds || broken.push(rule)
  const turns = turnsOf(body.messages as Loose[])
  const thinking = isLoose(body.thinking) ? body.thinking : undefined
  const on = thinking?.type === 'enabled' || thinking?.type === 'adaptive'

  must(turns.length > 0, 'there is a message')
  must(turns[0]?.role === 'user', 'the first message is the user’s')
  must(turns.at(-1)?.role === 'user', 'nothing is begun for the model')
  must(typeof body.max_tokens === 'number' && body.max_tokens >= 1, 'max_tokens is said')
  must(!refuses.includes(String(thinking?.type)), `the model takes thinking of the type ${String(thinking?.type)}`)
  if (thinking?.type === 'enabled') {
    const budget = thinking.budget_tokens as number
    must(Number.isInteger(budget) && budget >= 1024 && budget < (body.max_tokens as number), 'the budget fits')
  }
  if (on) {
    must(body.temperature === undefined || body.temperature === 1, 'the temperature is 1 while thinking')
    must(body.top_p === undefined || (body.top_p as number) >= 0.95, 'top_p is high while thinking')
    must(body.top_k === undefined, 'there is no top_k while thinking')
  }
  const choice = isLoose(body.tool_choice) ? body.tool_choice.type : undefined
  must(!(thinking?.type === 'enabled' && (choice === 'any' || choice === 'tool')), 'no call is forced while thinking by a budget')
  must(choice === undefined || (body.tools as unknown[]).length > 0, 'a tool is chosen from some')
  for (const stop of (body.stop_sequences as string[] | undefined) ?? []) must(stop.trim() !== '', 'a stop sequence is not blank')
  for (const { name } of (body.tools as Loose[] | undefined) ?? []) must(/^[\w-]{1,128}$/.test(String(name)), 'names of tools are plain')
  checkBlocks(Array.isArray(body.system) ? (body.system as Loose[]) : [])
  must(typeof body.system !== 'string' || body.system.trim() !== '', 'instructions are not blank')

  const ids = new Set<unknown>()
  for (const [index, { role, blocks }] of turns.entries()) {
    must(blocks.length > 0, 'no message is empty')
    checkBlocks(blocks)
    const results = blocks.filter(({ type }) => type === 'tool_result')
    const calls = turns[index - 1]?.blocks.filter(({ type }) => type === 'tool_use') ?? []
    if (role === 'user') {
      must(
        blocks.slice(0, results.length).every(({ type }) => type === 'tool_result'),
        'results come first',
      )
      must(
        sameIds(
          calls.map(({ id }) => id),
          results.map(({ tool_use_id: id }) => id),
        ),
        'each call has one result, right behind it',
      )
    } else must(results.length === 0, 'results are the user’s')
    for (const { id, name } of blocks.filter(({ type }) => type === 'tool_use')) {
      must(/^[\w-]{1,64}$/.test(String(id)) && !ids.has(id), 'ids are plain and no two alike')
      must(/^[\w-]{1,128}$/.test(String(name)), 'names of calls are plain')
      ids.add(id)
    }
  }
  const loop = openLoop(turns)
  if (thinking?.type === 'enabled' && loop.length > 0) must(loop.some(hasThinking), 'an open tool loop has thinking')
  if (thinking?.type === 'disabled') must(!loop.some(hasThinking), 'an open tool loop has no thinking while that is off')
  return broken

  function checkBlocks(blocks: readonly Loose[]): void {
    for (const block of blocks) {
      if (block.type === 'text') must(typeof block.text === 'string' && block.text.trim() !== '', 'no text is blank')
      if (block.type === 'thinking') must(typeof block.signature === 'string' && block.signature !== '', 'thinking is signed')
      if (block.type === 'redacted_thinking') must(typeof block.data === 'string' && block.data !== '', 'redacted thinking has its data')
      if (block.type === 'tool_result') {
        if (Array.isArray(block.content)) checkBlocks(block.content as Loose[])
        must(
          !(block.is_error === true && (block.content === undefined || (block.content as unknown[]).length === 0)),
          'a failure says something',
        )
      }
      const source = isLoose(block.source) ? block.source : undefined
      if (block.type === 'image' && source?.type === 'base64')
        must(/^image\/(jpeg|png|gif|webp)$/.test(String(source.media_type)), 'images are of four types')
      if (block.type === 'document' && source?.type === 'base64') must(source.media_type === 'application/pdf', 'documents are PDF')
      if (source?.type === 'url') must(/^https?:/.test(String(source.url)), 'addresses are of the web')
      must(source?.type !== 'file', 'files of others are not theirs')
    }
  }
}

/** Joins adjacent messages of one role. */
function turnsOf(messages: readonly Loose[]): Turn[] {
  const turns: Turn[] = []
  for (const { role, content } of messages) {
    const blocks = typeof content === 'string' ? [{ type: 'text', text: content }] : (content as Loose[])
    const last = turns.at(-1)
    if (last !== undefined && last.role === role) last.blocks.push(...blocks)
    else turns.push({ role: String(role), blocks: [...blocks] })
  }
  return turns
}

/** Turns of the assistant since the last message of the user without tool results. Empty outside of a tool loop. */
function openLoop(turns: readonly Turn[]): Turn[] {
  const from = turns.findLastIndex(({ role, blocks }) => role === 'user' && !blocks.some(({ type }) => type === 'tool_result'))
  return turns.slice(from + 1).filter(({ role }) => role === 'assistant')
}

const hasThinking = ({ blocks }: Turn): boolean => blocks.some(({ type }) => type === 'thinking' || type === 'redacted_thinking')

const sameIds = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((id) => other.includes(id))
