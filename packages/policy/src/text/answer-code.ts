import { createCodeTracker, type CodeTracker } from './code-tracker.ts'
import { createJsonCode } from './json-code.ts'

/** Limit of text that waits to be read, in UTF-16 units. */
const mostUnread = 4096

/**
 * Whether an answer's text is at a place in Markdown code, or in a string of the JSON that a grammar binds the answer to. Reads the text only when it is asked,
 * because guards ask at delimiters, which hardly any answer has.
 */
export class AnswerCode {
  readonly #isJson: boolean
  #tracker: CodeTracker | undefined
  #unread = ''

  constructor(isJson: boolean) {
    this.#isJson = isJson
  }

  add(text: string): void {
    this.#unread = this.#unread === '' ? text : this.#unread + text
    if (this.#unread.length > mostUnread) this.#read()
  }

  /** Whether the next text would be in code. */
  isCode(): boolean {
    return this.#read().isCode()
  }

  /** Begins another text. */
  restart(): void {
    this.#tracker = undefined
    this.#unread = ''
  }

  #read(): CodeTracker {
    this.#tracker ??= this.#isJson ? createJsonCode() : createCodeTracker()
    this.#tracker.seeAll(this.#unread)
    this.#unread = ''
    return this.#tracker
  }
}
