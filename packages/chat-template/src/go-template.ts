import { closerOf, isSpecial, marksIn, markTexts, namesThought } from './marks.ts'
import { noFacts, type Reason, type TemplateFacts, type ThoughtPair } from './template-facts.ts'

/** Whether it is a template of Ollama's: actions in Go's language, and none of Jinja's statements. */
export const isGoTemplate = (source: string): boolean =>
  !source.includes('{%') && /\{\{-?\s*(?:\.[A-Z]|\$|(?:if|range|with|else|end|block|define|template)\b)/.test(source.slice(0, 200_000))

const action = /\{\{-?([^{}]{0,600}?)-?\}\}/g

/**
 * Reads the literal tags of a Go template. It is not rendered: a start state is known only where the text behind the last action
 * is an opener.
 */
export function readGoTemplate(source: string, maxChars: number): TemplateFacts {
  if (source.length > maxChars) {
    return noFacts('go', { kind: 'limit', message: `The template has ${source.length} characters; at most ${maxChars} are read.` })
  }
  const actions = [...source.matchAll(action)].map((match) => ({
    code: match[1]!.trim(),
    start: match.index,
    end: match.index + match[0].length,
  }))
  const literal = source.replaceAll(action, '\u0000')
  const pair = aroundThinking(source, actions) ?? mirrored(literal)
  const tools = aroundCalls(source, actions)
  const switches = actions.some(({ code }) => /\.(?:IsThinkSet|Think)\b/.test(code))
    ? [{ name: 'think', values: [true, false], on: true, off: false }]
    : []
  const used = new Set([pair?.open, pair?.close, ...tools.openers, ...tools.closers])
  const serviceTokens = [...new Set(markTexts(literal))].filter((mark) => isSpecial(mark) && !used.has(mark))
  const ending = source.slice(actions.at(-1)?.end ?? 0)
  const opens = pair !== undefined && pair.open !== '' && ending.trimEnd().endsWith(pair.open)
  const reasons: Reason[] = [
    { fact: 'language', because: 'it is a Go template: its literal tags are read, and nothing is rendered' },
    { fact: 'pairs', because: pair === undefined ? 'no tags stand around .Thinking' : `${pair.open} and ${pair.close} stand in the text` },
    { fact: 'start', because: opens ? `the text ends with ${pair.open}` : 'the start depends on actions, which are not evaluated' },
  ]
  return {
    ...noFacts('go'),
    shape: pair === undefined ? 'none' : 'tags',
    pairs: pair === undefined ? [] : [pair],
    start: { ...(opens && { unset: 'reasoning' as const }), afterResult: {} },
    switches,
    tools,
    serviceTokens,
    reasons,
  }
}

interface Action {
  code: string
  start: number
  end: number
}

/** `<think>{{ .Thinking }}</think>` */
function aroundThinking(source: string, actions: readonly Action[]): ThoughtPair | undefined {
  const index = actions.findIndex(({ code }) => /^(?:\$?\w*)?\.Thinking$/.test(code))
  const found = actions[index]
  if (found === undefined) return undefined
  const open = marksIn(source.slice(actions[index - 1]?.end ?? 0, found.start)).at(-1)
  const close = marksIn(source.slice(found.end, actions[index + 1]?.start ?? source.length))[0]
  return close === undefined ? undefined : { open: open?.text ?? '', close: close.text }
}

function mirrored(literal: string): ThoughtPair | undefined {
  const marks = new Set(markTexts(literal))
  const open = [...marks].find((mark) => namesThought(mark) && marks.has(closerOf(mark) ?? ''))
  return open === undefined ? undefined : { open, close: closerOf(open)! }
}

/** What stands before the first range over calls' name and behind its arguments. */
function aroundCalls(source: string, actions: readonly Action[]): TemplateFacts['tools'] {
  const name = actions.findIndex(({ code }) => /\.Function\.Name\b/.test(code))
  const range = actions.slice(0, name + 1).findLastIndex(({ code }) => /^range\b.*\.ToolCalls/.test(code))
  const args = actions.findIndex(({ code }, index) => index >= name && /\.Function\.Arguments\b/.test(code))
  if (name === -1 || range === -1 || args === -1) return { openers: [], closers: [] }
  const before = markTexts(source.slice(actions[range - 1]?.end ?? 0, actions[name]!.start).replaceAll(action, ' '))
  const after = markTexts(source.slice(actions[args]!.end, actions[args + 2]?.start ?? source.length).replaceAll(action, ' '))
  return { openers: before.slice(0, 1), closers: before.length === 0 ? [] : after.slice(0, 1) }
}
