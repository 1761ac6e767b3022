import type { Scalar } from './jinja/survey.ts'
import { findRow, settingsFor } from './switches.ts'
import type { Settings, Start, StartRow, TemplateFacts } from './template-facts.ts'

/** What is known of one request. */
export interface StartQuery {
  /** Whether the request turns thinking on or off. Absent: it says nothing, and the template's default counts. */
  thinking?: boolean
  /** Variables that the server passes to the template, such as `chat_template_kwargs`. They win over `thinking`. */
  switches?: Readonly<Record<string, Scalar>>
  /** Whether the conversation ends with the result of a tool. Default false. */
  afterToolResult?: boolean
  /** Texts of the conversation, oldest first: the template looks for words such as `/no_think` in them. */
  conversationWords?: readonly { in: 'user' | 'system'; text: string }[]
}

/**
 * Where the output of one request begins, as the template's prompt for it ends.
 *
 * @returns Undefined where that was not rendered: an unknown value of a known switch, or a conversation that the template refuses.
 */
export function startOf(facts: TemplateFacts, query: StartQuery = {}): Start | undefined {
  const { thinking, switches = {}, afterToolResult = false } = query
  const settings = settingsOf(facts, thinking, switches)
  const plain = findRow(facts.rows, { settings, afterResult: afterToolResult })
  if (facts.rows.length === 0) return thinking === undefined ? facts.start.unset : undefined
  const word = lastWord(facts, query)
  return word === undefined ? plain?.start : spokenStart(facts, settings, word, plain)
}

/** Variables that the template does not read change nothing. */
function settingsOf({ switches: known }: TemplateFacts, thinking: boolean | undefined, switches: Settings): Settings {
  const own = Object.entries(switches).filter(([name]) => known.some((one) => one.name === name))
  const told = thinking === undefined ? undefined : settingsFor(known, thinking)
  return { ...told, ...Object.fromEntries(own) }
}

type Word = TemplateFacts['words'][number]

/** The word that was written last counts; of a message, the last word in it. */
function lastWord({ words }: TemplateFacts, { conversationWords = [] }: StartQuery): Word | undefined {
  for (const { in: place, text } of conversationWords.toReversed()) {
    const found = words
      .filter((fact) => fact.in === place && text.includes(fact.word))
      .map((fact) => ({ fact, end: text.lastIndexOf(fact.word) + fact.word.length }))
      // `no_think` ends where its `think` does: the longer one was written.
      .sort((one, other) => other.end - one.end || other.fact.word.length - one.fact.word.length)[0]
    if (found !== undefined) return found.fact
  }
  return undefined
}

/** A word was rendered behind a message of the user, under the usual settings alone. */
function spokenStart(facts: TemplateFacts, settings: Settings, word: Word, plain: StartRow | undefined): Start | undefined {
  const row = findRow(facts.rows, { settings, afterResult: plain?.afterResult ?? false, word })
  return row?.start
}
