import type { Paint } from '../render/styles.ts'
import { requestOf, type ChatSession } from './chat.ts'
import { generate } from './events.ts'
import { watchKeys } from './keys.ts'
import { createTurn, type Answered } from './turn.ts'

/** Result of a question. */
export interface ChatOutcome extends Answered {
  trace: string | undefined
  /** Reasoning tokens left in the budget when the answer began. */
  remaining: number | undefined
  stopped: boolean
  ms: number
  /** Text typed while the answer arrived. */
  ahead: string
}

/**
 * Sends a question, and shows the answer in the terminal while it arrives.
 *
 * @throws {CliError} if the gateway refuses or does not respond
 */
export async function askAtTerminal(chat: ChatSession, question: string, paint: Paint): Promise<ChatOutcome> {
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
    // The request was refused, or the connection broke. A broken connection after some text ends the answer like an error event.
    if (answered.answer === '' && answered.reasoning === '') throw failure
    answered.error = `the connection broke: ${(failure as Error).message}`
  }
  return { ...answered, ...head, stopped, ms: performance.now() - startedAt, ahead }
}
