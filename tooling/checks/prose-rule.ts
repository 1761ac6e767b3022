import type { TextlintRuleModule } from '@textlint/kernel'
import { longestCell, longestSentence, words } from './prose-words.ts'

interface Node {
  type: string
  raw: string
  children?: readonly Node[]
}

/** Prose of a node. Code counts as one word, and the address of a link as none. */
function proseOf({ type, raw, children }: Node): string {
  if (type === 'Str') return raw
  if (type === 'Code') return 'code'
  if (type === 'Break' || type === 'Image') return ' '
  return (children ?? []).map(proseOf).join('')
}

/** Names with an underscore are code, also where they are not marked as such. */
const countOf = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word) && !word.includes('_')).length

const sentencesOf = (text: string): string[] => text.replaceAll(/\s+/g, ' ').split(/(?<=[.!?:;·…])["”)]* (?=["“(]?\S)/)

/** What we hold our prose to beside the rules of write-good: words with a plainer one, and short sentences and cells. */
export const houseRule: TextlintRuleModule = ({ Syntax, RuleError, report }) => ({
  [Syntax.Str](node) {
    for (const { found, instead } of words) {
      const match = found.exec(node.raw)
      if (match !== null) report(node, new RuleError(`"${match[0]}". ${instead}`))
    }
  },
  [Syntax.Paragraph](node) {
    for (const sentence of sentencesOf(proseOf(node))) {
      const count = countOf(sentence)
      if (count > longestSentence) report(node, new RuleError(`A sentence of ${count} words (${longestSentence} at most): "${sentence}"`))
    }
  },
  [Syntax.TableCell](node) {
    const text = proseOf(node)
    const count = countOf(text)
    if (count > longestCell) report(node, new RuleError(`A table cell of ${count} words (${longestCell} at most): "${text}"`))
  },
})
