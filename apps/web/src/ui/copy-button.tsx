import { useState } from 'preact/hooks'
import { copy } from './copy.ts'
import { words } from '../words/en/answer.ts'

/** Button that copies a text, which is created at the click. */
export function CopyButton({ label, text, title }: { label: string; text: () => string; title?: string }) {
  const [said, setSaid] = useState<string>()
  return (
    <button type="button" class="button quiet small" onClick={act} {...(title !== undefined && { title })}>
      {said ?? label}
    </button>
  )

  function act(): void {
    void copy(text()).then((isDone) => say(isDone ? words.copied : words.notCopied))
  }

  function say(word: string): void {
    setSaid(word)
    setTimeout(() => setSaid(undefined), 1500)
  }
}
