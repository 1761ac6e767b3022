import { splitText, type StreamContext, type TextAdapter } from '@reason/core'
import { auto } from '@reason/core/adapter'
import { show } from '../runs/canonical.ts'
import { commonTags } from '../inputs/common-tags.ts'
import type { Violation } from '../failure.ts'
import { plainTexts, taggedTexts } from '../inputs/foreign-texts.ts'
import { isStructural } from '../inputs/structural.ts'

const contexts: readonly StreamContext[] = [{}, { guarded: true }, { guarded: true, whole: true }, { whole: true }]

/**
 * Checks that each signal is text that only the format writes, because signals decide for unknown models. A loaded adapter must not change the texts of
 * other models.
 */
export function checkSignals(adapter: TextAdapter): Violation[] {
  const { signals = [] } = adapter
  if (!Array.isArray(signals)) return [] // Reported by the rule `manifest`.
  const prosaic = signals.find(({ text }) => typeof text === 'string' && text !== '' && !isStructural(text))
  if (prosaic !== undefined) return [{ rule: 'signals', message: `${show(prosaic.text)} may stand in any text. ${advice}` }]
  if (signals.length === 0) return []
  const without = auto({ candidates: [commonTags] })
  const loaded = auto({ candidates: [adapter, commonTags] })
  for (const context of contexts) {
    for (const input of [...plainTexts, ...taggedTexts]) {
      const expected = split(input, without, context)
      const got = split(input, loaded, context)
      if (expected === got) continue
      const message = `Only because the adapter is loaded, auto makes ${got} of a text that was ${expected} (context ${show(context)}). ${advice}`
      return [{ rule: 'signals', message, input }]
    }
  }
  return []
}

const advice = 'Remove the text from the signals. A model name or a passport can still choose the adapter.'

function split(input: string, adapter: TextAdapter, context: StreamContext): string {
  const { reasoning, commentary, answer, toolCalls } = splitText(input, adapter, context)
  return show({ reasoning, commentary, answer, calls: toolCalls.length })
}
