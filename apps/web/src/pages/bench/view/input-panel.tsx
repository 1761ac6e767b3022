import { useRef, useState } from 'preact/hooks'
import { formatCount } from '../../../words/numbers.ts'
import { words } from '../../../words/en/bench.ts'
import { examples } from '../examples.ts'
import { readText } from '../read-text.ts'
import { input, setInput } from '../state.ts'

/** Maximum file size in bytes. */
const mostBytes = 20_000_000

/** Input of the bench: model output or a recorded response, pasted, dropped or from the examples. */
export function InputPanel() {
  const [isOver, setOver] = useState(false)
  const [problem, setProblem] = useState<string>()
  const file = useRef<HTMLInputElement>(null)
  return (
    <section
      class="card bench-input"
      aria-label={words.input.title}
      data-over={isOver}
      onDragOver={(event) => (event.preventDefault(), setOver(true))}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <label class="field grow">
        <span>
          {words.input.label}
          {input.value !== '' && <span class="number"> · {words.input.length(formatCount(input.value.length))}</span>}
        </span>
        <textarea
          class="textarea mono"
          rows={7}
          value={input.value}
          placeholder={words.input.placeholder}
          spellcheck={false}
          dir="auto"
          onInput={({ currentTarget }) => setInput(currentTarget.value)}
        />
      </label>
      <div class="row">
        <button type="button" class="button small" onClick={() => file.current?.click()}>
          {words.input.open}
        </button>
        <input ref={file} type="file" hidden aria-label={words.input.open} onChange={({ currentTarget }) => take(currentTarget.files)} />
        <span class="soft small">{words.input.examples}</span>
        {examples.map(({ id, text }) => (
          <button key={id} type="button" class="button quiet small" onClick={() => setInput(text)}>
            {words.examples[id]}
          </button>
        ))}
        {input.value !== '' && (
          <button type="button" class="button quiet small bench-clear" onClick={() => setInput('')}>
            {words.input.clear}
          </button>
        )}
      </div>
      {problem !== undefined && (
        <p class="notice bad small" role="alert">
          {problem}
        </p>
      )}
    </section>
  )

  function drop(event: DragEvent): void {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer?.files ?? null)
  }

  function take(files: FileList | null): void {
    const [first] = files ?? []
    if (first === undefined) return
    if (first.size > mostBytes) return setProblem(words.input.tooLarge(first.name, formatCount(mostBytes)))
    setProblem(undefined)
    readText(first).then(
      (text) => (text === undefined ? setProblem(words.input.noText(first.name)) : setInput(text)),
      () => setProblem(words.input.unreadable(first.name)),
    )
  }
}
