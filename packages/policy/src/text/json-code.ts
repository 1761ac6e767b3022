import { isJsonOpen, newJsonText, readJson } from '@reason/core/adapter'
import { createCodeTracker, type CodeTracker } from './code-tracker.ts'

/** Tracks an answer that a grammar binds to JSON. Its strings count as code, so they stay unchanged. Text that is not JSON is tracked as Markdown. */
export function createJsonCode(): CodeTracker {
  const markdown = createCodeTracker()
  const json = newJsonText()

  return {
    see(unit) {
      seeAll(String.fromCharCode(unit))
      return isCode()
    },
    seeAll,
    isCode,
  }

  function seeAll(text: string): void {
    readJson(json, text, 0, text.length)
    markdown.seeAll(text)
  }

  function isCode(): boolean {
    return json.place === 'string' || (!isJsonOpen(json) && markdown.isCode())
  }
}
