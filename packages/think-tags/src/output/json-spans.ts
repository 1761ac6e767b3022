import { isJsonOpen, mayBecomeJson, newJsonText, readJson, type JsonText } from '@reason/core/adapter'
import type { CodeSpans } from './code-spans.ts'
import { createSpanEnd } from './span-end.ts'
import type { TagChannel } from './writer.ts'

/**
 * Treats delimiters in JSON strings as text, if a grammar binds the text to JSON.
 *
 *     {"tags": "<think> and </think>"}     text
 *     {"plan": "Add</think>Four.           a delimiter: the string does not close as in JSON
 *
 * The text from the delimiter to the end of its string is therefore held here. Outside JSON strings, `otherwise` decides.
 *
 * @param of - In a shown text, a string that its end has cut counts as one. A call may have other text around its objects.
 */
export function createJsonSpans(otherwise: CodeSpans, maxHeldChars: number, of: 'shown' | 'hidden' | 'call'): CodeSpans {
  const texts: Record<TagChannel, JsonText | undefined> = { answer: newJsonText(), reasoning: undefined }
  /** The open string is known to close. */
  let isCertain = false
  const end = createSpanEnd<JsonText>({
    maxHeldChars,
    copyOf: (json) => ({ ...json }),
    closes(ahead, text, from, to) {
      readJson(ahead, text, from, to, isBehindString)
      return isBehindString(ahead) ? ahead.place !== 'broken' : undefined
    },
    closesAtEnd: ({ place }) => place === 'closed' || of === 'shown',
    settle(json, closes) {
      if (closes === true) isCertain = true
      else json.place = 'broken'
    },
  })

  return {
    markdownOf: (channel) => otherwise.markdownOf(channel),
    beginReasoning(inDoubt, isBehindCall) {
      texts.answer = newJsonText()
      texts.reasoning = inDoubt ? newJsonText() : undefined
      otherwise.beginReasoning(inDoubt, isBehindCall)
    },
    beginAnswer() {
      texts.answer = newJsonText()
    },
    read(channel, text, from, to) {
      const json = texts[channel]
      if (json === undefined) return otherwise.read(channel, text, from, to)
      for (let at = from, begin = from; at < to; begin = at) {
        if (of === 'call' && isShut(json) && json.place !== 'opened') {
          Object.assign(json, newJsonText())
          while (at < to && text.charAt(at) !== '{') at++
        }
        const isOpen = isJsonOpen(json)
        at = readJson(json, text, at, to, isCertain ? isOutside : isOpen ? isShut : isBegun)
        // The next string has to be checked again.
        isCertain &&= json.place === 'string'
        if (!isOpen) otherwise.read(channel, text, begin, at)
      }
    },
    isInString: (channel) => texts[channel]?.place === 'string',
    isJson: (channel) => {
      const json = texts[channel]
      return json !== undefined && (of === 'call' || (json.place !== 'broken' && json.place !== 'over'))
    },
    judge,
    isWaiting: () => end.isWaiting() || otherwise.isWaiting(),
    resume: (piece) => (end.isWaiting() ? end.resume(piece) : otherwise.resume(piece)),
  }

  function judge(channel: TagChannel, text: string, at: number, final: boolean): 'act' | 'text' | 'limit' | 'wait' {
    const json = texts[channel]
    if (json?.place !== 'string') return otherwise.judge(channel, text, at, final)
    if (isCertain) return 'text'
    const verdict = end.judge(json, text, at, final)
    return verdict === 'act' ? otherwise.judge(channel, text, at, final) : verdict
  }
}

const isShut = (json: JsonText): boolean => !isJsonOpen(json)
const isBegun = (json: JsonText): boolean => !mayBecomeJson(json)

const isOutside = ({ place }: JsonText): boolean => place !== 'string'

/** Whether enough text after the string was read to decide whether it was one. */
const isBehindString = ({ place }: JsonText): boolean => place !== 'string' && place !== 'closed'
