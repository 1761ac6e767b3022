import type { Seal } from '@reason/core/parts'
import type { Item } from '@reason/core/result'
import type { AssistantMessage } from '@reason/core/conversation'

export interface Searched {
  said: AssistantMessage
  /** Response bodies that the client received. */
  sent: readonly string[]
  /** Objects that the client's library made of them. */
  got: readonly unknown[]
}

/** Length of the pieces of reasoning to search for, in UTF-16 units. A text of 8 to 23 units is one piece. */
const RUN = 24

/** Pieces of the reasoning, and seals of the provider, that the client received, in plain or encoded form. */
export function leaksIn({ said, sent, got }: Searched): string[] {
  const everything = [
    ...sent,
    ...sent.map(joinedStrings),
    ...got.map((one) => JSON.stringify(one)),
    ...got.map((one) => stringsIn(one).join('')),
  ].join('\n')
  const visible = stringsIn(said.items.filter((item) => !isReasoning(item))).join('\n')
  return [...sealsOf(said).map(({ value }) => value), ...runsOf(said).filter((run) => !visible.includes(run))].filter((secret) =>
    spellings(secret).some((spelling) => everything.includes(spelling)),
  )
}

function spellings(text: string): string[] {
  // Base64 of a text inside another text has one of three alignments.
  const base64 = ['', ' ', '  '].flatMap((before) => {
    const bytes = Buffer.from(before + text)
    return [bytes.toString('base64'), bytes.toString('base64url')].map((one) => one.slice(4, -6))
  })
  return [text, JSON.stringify(text).slice(1, -1), encodeURIComponent(text), ...base64.filter((one) => one.length > 8)]
}

const isReasoning = (item: Item): boolean => item.type !== 'tool-call' && item.channel === 'reasoning'

const sealsOf = ({ items, seals = [] }: AssistantMessage): Seal[] => [...seals, ...items.flatMap((item) => item.seals ?? [])]

function runsOf({ items }: AssistantMessage): string[] {
  return items
    .filter((item) => item.type === 'block')
    .filter(isReasoning)
    .flatMap(({ text }) => {
      const length = Math.min(RUN, text.length)
      const count = length < 8 ? 0 : Math.floor(text.length / length)
      return Array.from({ length: count }, (_, at) => text.slice(at * length, (at + 1) * length))
    })
}

/** Joins the strings of a body, or of the events of a stream, so that cut text is whole again. */
function joinedStrings(text: string): string {
  return text
    .split('\n')
    .map((line) => line.replace(/^data: /, ''))
    .flatMap((line) => (line.startsWith('{') ? stringsIn(JSON.parse(line)) : []))
    .join('')
}

function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsIn) : []
}
