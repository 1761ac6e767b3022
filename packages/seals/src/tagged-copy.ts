import type { Block, Item } from '@reason/core/result'
import { isAnswer, isReasoning } from './items.ts'

/**
 * Removes copies of a restored thought in tags from the beginning of an answer. Open WebUI sends the reasoning of a tool
 * loop back as `<think>…</think>` in the content.
 *
 * @param restored - Items of the sealed message. Only a text that equals one of its thoughts is a copy.
 * @returns As many items as were sent, as places count them. An answer that was only a copy is empty.
 */
export function withoutTaggedCopy<I extends Item>(sent: readonly I[], restored: readonly Item[]): I[] {
  const at = sent.findIndex(isAnswer)
  const first = sent[at]
  if (first === undefined || !opening.test((first as Block).text)) return [...sent]
  const thoughts = restored.filter(isReasoning).map(({ text }) => text)
  const texts = new Set([...thoughts, thoughts.join('')].map(bare).filter((text) => text !== ''))
  const { text } = first as Block
  const rest = afterCopies(text, texts)
  return rest === text ? [...sent] : sent.with(at, { ...first, text: rest })
}

/** A tag at the beginning of a text. */
const opening = /^\s*<(\w{1,20})>/

function afterCopies(text: string, thoughts: ReadonlySet<string>): string {
  let rest = text
  for (;;) {
    const [start, tag] = opening.exec(rest) ?? []
    if (start === undefined) return rest
    const end = rest.indexOf(`</${tag}>`, start.length)
    if (end === -1 || !thoughts.has(bare(rest.slice(start.length, end)))) return rest
    rest = rest.slice(end + tag!.length + 3).trimStart()
  }
}

/** The text without whitespace, which clients change around tags. */
const bare = (text: string): string => text.replaceAll(/\s+/g, '')
