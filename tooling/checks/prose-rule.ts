import type { TextlintRuleModule } from '@textlint/kernel'
import { messagesPage } from './messages/page.ts'
import { longestCell, longestSentence, words } from './prose-words.ts'

interface Node {
  type: string
  raw: string
  children?: readonly Node[]
}

/** Prose of a node. Inline code counts as one word, the address of a link as zero. */
function proseOf({ type, raw, children }: Node): string {
  if (type === 'Str') return raw
  if (type === 'Code') return 'code'
  if (type === 'Break' || type === 'Image') return ' '
  return (children ?? []).map(proseOf).join('')
}

/** Number of words. Names with an underscore do not count: they are code, even without backticks. */
const countOf = (text: string): number => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word) && !word.includes('_')).length

const sentencesOf = (text: string): string[] => text.replaceAll(/\s+/g, ' ').split(/(?<=[.!?:;·…])["”)]* (?=["“(]?\S)/)

const wrongWords = (text: string): string[] =>
  words.flatMap(({ found, instead }) => Array.from(found.exec(text) ?? [], (match) => `"${match}". ${instead}`))

const longSentences = (node: Node): string[] =>
  sentencesOf(proseOf(node))
    .map((sentence) => ({ sentence, count: countOf(sentence) }))
    .filter(({ count }) => count > longestSentence)
    .map(({ sentence, count }) => `A sentence of ${count} words (${longestSentence} at most): "${sentence}"`)

function longCell(node: Node): string[] {
  const text = proseOf(node)
  const count = countOf(text)
  return count > longestCell ? [`A table cell of ${count} words (${longestCell} at most): "${text}"`] : []
}

/**
 * Our rule for prose, in addition to write-good: plain words, short sentences and short cells.
 * A cell on the page of messages may have several sentences, so its sentences are measured.
 */
export const houseRule: TextlintRuleModule = ({ Syntax, RuleError, report, getFilePath }) => {
  const inCell = getFilePath()?.endsWith(messagesPage) === true ? longSentences : longCell
  return {
    [Syntax.Str]: (node) => wrongWords(node.raw).forEach((problem) => report(node, new RuleError(problem))),
    [Syntax.Paragraph]: (node) => longSentences(node).forEach((problem) => report(node, new RuleError(problem))),
    [Syntax.TableCell]: (node) => inCell(node).forEach((problem) => report(node, new RuleError(problem))),
  }
}
