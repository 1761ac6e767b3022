import { useState } from 'preact/hooks'
import type { GenerateToolCall } from '@reason/gateway-api/generate'
import { visibleText } from '../../text/visible.ts'
import { words } from '../../words/en/playground.ts'
import { ask, turns, type Turn } from './conversation.ts'
import { nextResult } from './welcome/example.ts'
import { callsOf } from './create-request.ts'

/** Shown length of the arguments, in UTF-16 units. */
const shownArguments = 20_000

/** Visible lines of a result. */
const mostRows = 8

/** A tool call, with a field for its result. Sending the result continues the conversation. */
export function CallView({ call, turn, canAnswer }: { call: GenerateToolCall; turn: Turn; canAnswer: boolean }) {
  // Recordings contain the results of their tools.
  const [result, setResult] = useState(() => nextResult(turns.value))
  const calls = callsOf(turn.lanes[0]!.generation)
  const isAnswerable = canAnswer && turn.lanes.length === 1 && calls.at(-1) === call
  return (
    <div class="stack call">
      <div class="row">
        <span class="label">{words.call.title}</span>
        <code>{visibleText(call.name)}</code>
      </div>
      <pre class="call-arguments" tabIndex={0} role="region" aria-label={words.call.arguments}>
        {visibleText(pretty(call.arguments).slice(0, shownArguments))}
      </pre>
      {isAnswerable && (
        <form class="row end" onSubmit={submit}>
          <label class="field grow">
            <span>{calls.length > 1 ? words.call.resultForAll : words.call.result}</span>
            <textarea
              class="textarea mono"
              rows={Math.min(result.split('\n').length, mostRows)}
              value={result}
              placeholder={words.call.placeholder}
              onInput={({ currentTarget }) => setResult(currentTarget.value)}
              onKeyDown={keyDown}
            />
          </label>
          <button type="submit" class="button" disabled={result.trim() === ''}>
            {words.call.send}
          </button>
        </form>
      )}
    </div>
  )

  function submit(event: Event): void {
    event.preventDefault()
    if (result.trim() === '') return
    ask({ type: 'results', results: calls.map(({ id, name }) => ({ call: id, name, content: result })) }, turns.value)
  }

  /** Enter sends, as in the composer. */
  function keyDown(event: KeyboardEvent): void {
    if (event.key === 'Enter' && !event.shiftKey && !event.isComposing) submit(event)
  }
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    // Invalid JSON is shown as the model wrote it.
    return text
  }
}
