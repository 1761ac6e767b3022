import { isJsonOpen, newJsonText, readJson } from '@reason/core/adapter'
import { createCodeTracker, type CodeTracker } from './code-tracker.ts'

/**
 * Follows an answer that a grammar binds to JSON: all that stands in its strings belongs to it, as if it were code. What is no JSON is Markdown.
 */
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
