import type { Paint } from '../render/styles.ts'
import { requestOf, type Chat } from './chat.ts'
import { generate } from './events.ts'
import { watchKeys } from './keys.ts'
import { createTurn, type Answered } from './turn.ts'

/** What came, and what else is known of it. */
export interface Outcome extends Answered {
  trace: string | undefined
  /** Reasoning tokens that are left, as of its beginning. */
  remaining: number | undefined
  stopped: boolean
  ms: number
  /** Typed while it came. */
  ahead: string
}

/**
 * Asks, and shows the answer at the terminal while it comes.
 *
 * @throws {CliError} where the gateway refuses, or cannot be reached
 */
export async function askAtTerminal(chat: Chat, question: string, paint: Paint): Promise<Outcome> {
  const startedAt = performance.now()
  const control = new AbortController()
  const turn = createTurn(process.stdout, paint, () => chat.view)
  const release = process.stdin.isTTY ? watchKeys(process.stdin, { stop: () => control.abort(), toggle: () => turn.toggle() }) : () => ''
  let head: { trace: string | undefined; remaining: number | undefined } = { trace: undefined, remaining: undefined }
  let failure: unknown
  try {
    const { events, ...rest } = await generate(chat.gateway, requestOf(chat, question), control.signal)
    head = rest
    for await (const event of events) turn.push(event)
  } catch (error) {
    failure = error
  }
  const answered = turn.end()
  const ahead = release()
  const stopped = control.signal.aborted
  if (failure !== undefined && !stopped) {
    // Refused before it began; or the connection broke, which ends it as an error event does.
    if (answered.answer === '' && answered.reasoning === '') throw failure
    return {
      ...answered,
      ...head,
      error: `the connection broke: ${(failure as Error).message}`,
      stopped,
      ms: performance.now() - startedAt,
      ahead,
    }
  }
  return { ...answered, ...head, stopped, ms: performance.now() - startedAt, ahead }
}
