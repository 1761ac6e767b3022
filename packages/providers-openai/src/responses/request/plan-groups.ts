import type { Item, Seal } from '@reason/core'
import { planReplay, type AssistantMessage, type Conversation, type Message, type Target } from '@reason/core/conversation'
import type { Decisions } from './decisions.ts'
import { groupItems, idOf, isLost, type Group } from './groups.ts'
import { planPairs } from './pairs.ts'
import type { ProviderRow } from './providers.ts'

/** An item that goes back, with the seals that go with it. */
export interface PlannedGroup {
  group: Group
  seals: readonly Seal[]
  /** Whether its id means something to the target. */
  withId: boolean
}

/** Stands for a whole item before the planner, which keeps fields that it does not know. */
type StandIn = Item & { group?: Group }

/**
 * Decides of each item of the format as a whole: its parts go or stay together.
 *
 * @param areKept - The target keeps its responses, so that an id alone stands for a thought.
 * @returns By the index of the message; none for messages of others.
 */
export function planGroups(
  { messages }: Pick<Conversation, 'messages'>,
  target: Target,
  row: ProviderRow,
  areKept: boolean,
  decisions: Decisions,
): { planned: ReadonlyMap<number, readonly PlannedGroup[]>; refusals: readonly string[] } {
  const groups = new Map(messages.flatMap((message, index) => (message.role === 'assistant' ? [[index, groupItems(message.items)]] : [])))
  const present = (index: number) => groups.get(index)!.filter((group) => !isLost(group))
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
  const planned = new Map<number, readonly PlannedGroup[]>()
  for (const [index, all] of groups) {
    const message = messages[index] as AssistantMessage
    const left = (plan.messages[index] as AssistantMessage).items as readonly StandIn[]
    planned.set(index, planMessage(index, message, all, new Map(left.map((item) => [item.group, item]))))
  }
  return { planned, refusals: plan.refusals }

  function standIn(group: Group, { origin }: AssistantMessage): StandIn {
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

  /** Where a server keeps what it said, the id of a thought is a seal: it means something to that server, and to nobody else. */
  function keptAs(group: Group, issuer: Seal['issuer']): Seal[] {
    const id = idOf(group)
    return areKept && group.type === 'reasoning' && id !== undefined ? [{ kind: 'encrypted', value: id, issuer }] : []
  }

  function planMessage(
    index: number,
    { origin }: AssistantMessage,
    all: readonly Group[],
    left: ReadonlyMap<Group | undefined, StandIn>,
  ): PlannedGroup[] {
    const isTheirs = origin?.provider === undefined || target.provider === undefined || origin.provider === target.provider
    const gone = new Set<Group>()
    const drop = (group: Group, reason: string): void => {
      gone.add(group)
      decisions.revise({ message: index, item: group.at, action: 'dropped', reason })
    }
    for (const group of all) {
      if (isLost(group)) continue
      const item = left.get(group)
      if (item === undefined) {
        gone.add(group)
        if (!decisions.has(index, group.at)) decisions.add({ message: index, item: group.at, action: 'dropped', reason: whyNothing() })
      } else if (item.type === 'native') {
        const sealed = group.seals.length > 0
        if (sealed && (item.seals?.length ?? 0) < group.seals.length) drop(group, 'what it says is sealed, and another one can read it')
        else if (!isTheirs) drop(group, `a tool or an item of ${origin!.provider} alone`)
      } else if (group.type === 'reasoning' && row.contentOnly === true && item.type === 'block' && item.text === '') {
        drop(group, `it has no text: ${row.rule.because}`)
      }
    }
    const bare = row.pairs === true ? planPairs(all, { gone, drop, ids: isTheirs, areKept }) : new Set<Group>()
    return all.flatMap((group): PlannedGroup[] => {
      const item = left.get(group)
      if (isLost(group) || gone.has(group) || item === undefined) return []
      const seals = group.seals.filter((seal) => item.seals?.some(({ kind, value }) => kind === seal.kind && value === seal.value))
      return [{ group, seals, withId: isTheirs && !bare.has(group) }]
    })
  }

  function whyNothing(): string {
    return `nothing is left of it but an id, and nobody has kept what it stands for: ${row.rule.because}`
  }
}
