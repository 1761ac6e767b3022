import type { Seal } from '@reason/core/parts'
import type { Item } from '@reason/core/result'
import { planReplay, type AssistantMessage, type Conversation, type Message, type Target } from '@reason/core/conversation'
import type { Decisions } from './decisions.ts'
import { groupItems, idOf, isLost, type ItemGroup } from './groups.ts'
import { planPairs } from './pairs.ts'
import type { RequestRow } from '../dialect/index.ts'
import { isCompaction, isReference } from './stand-ins.ts'

/** An item of the format, and the decisions about it. */
export interface PlannedGroup {
  group: ItemGroup
  /** Index of the message. */
  message: number
  /** True if the item goes back. */
  goes: boolean
  /** Seals that go back with the item. */
  seals: readonly Seal[]
  /** True if the target is, as far as known, the provider that made the item. */
  isOwn: boolean
  /** True if the target knows the item's id. */
  withId: boolean
}

/** Placeholder of a whole item for the planner, which keeps unknown fields. */
type StandIn = Item & { group?: ItemGroup }

export interface GroupPlanning {
  target: Target
  row: RequestRow
  /** True if the target stores its responses, so that an id alone can replace a reasoning item. */
  areKept: boolean
  decisions: Decisions
}

/** Puts a thought behind calls before them, if no thought is there. Clients of other formats list it where it ends. */
function thoughtFirst(all: ItemGroup[], next: Message | undefined): ItemGroup[] {
  const end = all.findLastIndex(({ type }) => type !== 'reasoning') + 1
  const first = all.slice(0, end).findLastIndex(({ type }) => type !== 'call') + 1
  if (next?.role === 'assistant' || first === end || all[first - 1]?.type === 'reasoning' || all[first]!.layout !== undefined) return all
  return [...all.slice(0, first), ...all.slice(end), ...all.slice(first, end)]
}

/**
 * Decides about each item of the format as a whole: its parts are kept or dropped together.
 *
 * @returns The items to send, by message index.
 */
export function planGroups(
  { messages }: Pick<Conversation, 'messages'>,
  { target, row, areKept, decisions }: GroupPlanning,
): { planned: ReadonlyMap<number, readonly PlannedGroup[]>; refusals: readonly string[] } {
  const groups = new Map(
    messages.flatMap((message, index) =>
      message.role === 'assistant' ? [[index, thoughtFirst(groupItems(message.items), messages[index + 1])]] : [],
    ),
  )
  const left = new Map([...groups].map(([index, all]) => [index, all.filter((group) => !isLost(group))]))
  const present = (index: number) => left.get(index)!
  const plan = planReplay(
    {
      messages: messages.map((message, index): Message =>
        message.role === 'assistant' ? { ...message, items: present(index).map((group) => standIn(group, message)) } : message,
      ),
    },
    target,
    row.rule,
  )
  for (const { item, ...decision } of plan.decisions) {
    decisions.add({ ...decision, ...(item !== undefined && { item: present(decision.message)[item]!.at }) })
  }
  const refusals = [...plan.refusals]
  const planned = new Map([...groups].map(([index, all]) => [index, planMessage(index, all)]))
  if (row.pairs === true) for (const run of runs()) planPairs(run, { checksIds: areKept && row.checksIds === true, drop })
  return { planned: new Map([...planned].map(([index, all]) => [index, all.filter(({ goes }) => goes)])), refusals }

  function standIn(group: ItemGroup, { origin }: AssistantMessage): StandIn {
    if (group.native !== undefined) return { ...group.native, group }
    if (group.call !== undefined) return { ...group.call, group }
    const text = group.blocks.map((block) => block.text).join('')
    const cut = group.blocks.some(({ boundary }) => boundary === 'end-of-stream')
    const seals = group.seals.length > 0 ? group.seals : keptAs(group, origin ?? { wire: target.wire })
    return {
      type: 'block',
      channel: group.blocks[0]?.channel ?? 'answer',
      text,
      boundary: cut ? 'end-of-stream' : 'wire',
      ...(seals.length > 0 && { seals: [...seals] }),
      group,
    }
  }

  /** If the server stores its responses, the id of a reasoning item is a seal: only that server can resolve it. */
  function keptAs(group: ItemGroup, issuer: Seal['issuer']): Seal[] {
    const id = idOf(group)
    return areKept && group.type === 'reasoning' && id !== undefined ? [{ kind: 'encrypted', value: id, issuer }] : []
  }

  function planMessage(index: number, all: readonly ItemGroup[]): PlannedGroup[] {
    const { origin } = messages[index] as AssistantMessage
    const isSameWire = origin === undefined || origin.wire === target.wire
    const isOwn = isSameWire && (origin?.provider === undefined || target.provider === undefined || origin.provider === target.provider)
    const left = new Map(((plan.messages[index] as AssistantMessage).items as readonly StandIn[]).map((item) => [item.group, item]))
    return all.map((group): PlannedGroup => {
      const item = left.get(group)
      const seals = group.seals.filter((seal) => item?.seals?.some(({ kind, value }) => kind === seal.kind && value === seal.value))
      const one: PlannedGroup = { group, message: index, goes: item !== undefined, seals, isOwn, withId: isOwn }
      if (item === undefined) {
        if (!isLost(group) && !decisions.has(index, group.at))
          drop(one, `nothing of it can be read${idOf(group) === undefined ? '' : ', and its id alone means nothing'}: ${row.rule.because}`)
      } else if (item.type === 'native') planNative(one, origin?.provider)
      else if (item.type === 'block' && item.channel === 'reasoning' && item.text === '') {
        if (row.contentOnly === true) drop(one, `it has no text: ${row.rule.because}`)
        else if (!isOwn && seals.length === 0) drop(one, `its id alone means nothing to another provider: ${row.rule.because}`)
      }
      return one
    })
  }

  function planNative(one: PlannedGroup, provider: string | undefined): void {
    const { group, message, seals, isOwn } = one
    if (seals.length < group.seals.length) drop(one, 'what it says is sealed, and not for the target')
    else if (!isOwn) drop(one, `${provider} alone knows it`)
    const value = group.native?.value
    if (one.goes || !(isReference(value) || isCompaction(value))) return
    refusals.push(
      `Message ${message} has a part of the conversation in a form that ${provider ?? 'its issuer'} alone can read. Give the messages themselves.`,
    )
  }

  function drop(one: PlannedGroup, reason: string): void {
    one.goes = false
    decisions.revise({ message: one.message, item: one.group.at, action: 'dropped', reason })
  }

  /** Returns runs of consecutive items of the model, which may span several messages. */
  function runs(): PlannedGroup[][] {
    const found: PlannedGroup[][] = []
    for (const [index, all] of planned) {
      if (planned.has(index - 1)) found.at(-1)!.push(...all)
      else found.push([...all])
    }
    return found
  }
}
