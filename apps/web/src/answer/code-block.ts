import { createTextView } from '../text/text-view.ts'
import { copy } from '../ui/copy.ts'
import { words } from '../words/en/answer.ts'

/** Element for a code block of an answer, with a copy button. */
export function codeBlock(code: string, language: string): HTMLElement {
  const figure = document.createElement('figure')
  figure.className = 'code-block'
  const head = document.createElement('figcaption')
  const name = document.createElement('span')
  name.textContent = language.split(/\s/, 1)[0]!.slice(0, 40)
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'button quiet small'
  button.textContent = words.copy
  button.addEventListener('click', () => {
    void copy(code).then((isDone) => (button.textContent = isDone ? words.copied : words.notCopied))
  })
  head.append(name, button)
  const body = document.createElement('pre')
  body.tabIndex = 0
  body.role = 'region'
  body.ariaLabel = words.code
  const inner = document.createElement('code')
  createTextView(inner).append(code)
  body.append(inner)
  figure.append(head, body)
  return figure
}
