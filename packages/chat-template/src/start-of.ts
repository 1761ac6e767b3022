import type { TemplateScalar } from './jinja/survey.ts'
import { findRow, settingsFor } from './switches.ts'
import type { TemplateVariables, TemplateStart, StartRow, TemplateFacts } from './template-facts.ts'

/** Facts about one request. */
export interface StartQuery {
  /** Whether the request turns thinking on or off. Absent: the template's default applies. */
  thinking?: boolean
  /** Variables that the server passes to the template, such as `chat_template_kwargs`. Override `thinking`. */
  switches?: Readonly<Record<string, TemplateScalar>>
  /** Whether the conversation ends with a tool result. Default false. */
  afterToolResult?: boolean
  /** Texts of the conversation, oldest first, because the template searches them for words such as `/no_think`. */
  conversationWords?: readonly { in: 'user' | 'system'; text: string }[]
}

/**
 * Where the output of a request begins, by the end of the template's prompt for it.
 *
 * @returns Undefined if that prompt was not rendered: an unknown value of a known switch, or a conversation that the template refuses.
 */
export function startOf(facts: TemplateFacts, query: StartQuery = {}): TemplateStart | undefined {
  const { thinking, switches = {}, afterToolResult = false } = query
  const settings = settingsOf(facts, thinking, switches)
  const plain = findRow(facts.rows, { settings, afterResult: afterToolResult })
  if (facts.rows.length === 0) return thinking === undefined ? facts.start.unset : undefined
  const word = lastWord(facts, query)
  return word === undefined ? plain?.start : spokenStart(facts, settings, word, plain)
}

/** Settings of the request. Drops variables that the template does not read. */
function settingsOf({ switches: known }: TemplateFacts, thinking: boolean | undefined, switches: TemplateVariables): TemplateVariables {
  const own = Object.entries(switches).filter(([name]) => known.some((one) => one.name === name))
  return { ...(thinking !== undefined && settingsFor(known, thinking)), ...Object.fromEntries(own) }
}

type TemplateWord = TemplateFacts['words'][number]

/** The last word counts, in the newest message that contains one. */
function lastWord({ words }: TemplateFacts, { conversationWords = [] }: StartQuery): TemplateWord | undefined {
  for (const { in: place, text } of conversationWords.toReversed()) {
    const found = words
      .filter((fact) => fact.in === place && text.includes(fact.word))
      .map((fact) => ({ fact, end: text.lastIndexOf(fact.word) + fact.word.length }))
      // `no_think` ends at the same index as the `think` in it, so the longer word wins.
      .sort((one, other) => other.end - one.end || other.fact.word.length - one.fact.word.length)[0]
    if (found !== undefined) return found.fact
  }
  return undefined
}

/** Start with a word, which was rendered only after a user message, with the usual settings. */
function spokenStart(
  facts: TemplateFacts,
  settings: TemplateVariables,
  word: TemplateWord,
  plain: StartRow | undefined,
): TemplateStart | undefined {
  const row = findRow(facts.rows, { settings, afterResult: plain?.afterResult ?? false, word })
  return row?.start
}
