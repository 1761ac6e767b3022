import { CliError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { createGatewayClient, type GatewayFlags } from '../gateway/client.ts'
import { readText, sayThatInputIsRead } from '../input.ts'
import { safeText } from '../render/safe-text.ts'
import { paintFor } from '../render/styles.ts'
import { openChat, remember, type ChatSession } from './chat.ts'
import type { ThinkingView } from './thinking.ts'

export interface ChatFlags extends GatewayFlags {
  model?: string
  effort?: ChatSession['effort']
  budget?: number
  maxTokens?: number
  system?: string
  session?: string
  visibility?: ChatSession['visibility']
  thinking?: ThinkingView
  json?: boolean
  quiet?: boolean
}

/**
 * Sends the given question, or chats in the terminal until the user quits.
 *
 * @returns The exit code.
 */
export async function runChat(words: readonly string[], flags: ChatFlags): Promise<number> {
  const { model, system, session, effort, budget, maxTokens, visibility, thinking: view = 'live' } = flags
  const question = await questionOf(words)
  const chat = await openChat(createGatewayClient(flags), { model, system, session, effort, budget, maxTokens, visibility, view })
  if (question === undefined) return talk(chat)
  if (flags.json === true || !hasScreen()) {
    const { askIntoPipe } = await import('./pipe.ts')
    return askIntoPipe(chat, question, flags)
  }
  return askOnce(chat, question)
}

/** Whether the terminal can repaint lines. */
const hasScreen = (): boolean => process.stdout.isTTY && process.env['TERM'] !== 'dumb'

/** Reads the question from the arguments or standard input. Undefined in a terminal, where the chat prompts for it. */
async function questionOf(words: readonly string[]): Promise<string | undefined> {
  if (words.length > 0 && !words.includes('-')) return asked(words.join(' '))
  if (words.length === 0 && process.stdin.isTTY && hasScreen()) return undefined
  sayThatInputIsRead('-', 'the question')
  const read = (await readText('-')).trim()
  return asked(words.length === 0 ? read : words.map((word) => (word === '-' ? read : word)).join(' '))
}

/** @throws {CliError} If the question is empty, for example from an empty variable in a script. */
function asked(question: string): string {
  if (question.trim() === '') throw usageError('there is no question. Give it as an argument, or on standard input.')
  return question
}

async function askOnce(chat: ChatSession, question: string): Promise<number> {
  const { askAtTerminal } = await import('./answer.ts')
  const { statusLines } = await import('./status.ts')
  const outcome = await askAtTerminal(chat, question, paintFor(process.stdout))
  process.stdout.write(statusLines(outcome, chat.model, paintFor(process.stdout)))
  if (outcome.stopped) return exitCodes.interrupted
  return outcome.final === undefined ? exitCodes.generation : exitCodes.ok
}

/**
 *   prompt ─question─▶ answer ─▶ prompt
 *     └──/command──▶ done ──────▶ prompt
 */
async function talk(chat: ChatSession): Promise<number> {
  const [{ askAtTerminal }, { statusLines }, { completeChat, runChatCommand }, { createPrompt }] = await Promise.all([
    import('./answer.ts'),
    import('./status.ts'),
    import('./commands.ts'),
    import('./prompt.ts'),
  ])
  const paint = paintFor(process.stdout)
  const say = (text: string): void => void process.stdout.write(`${text}\n`)
  const prompt = createPrompt(paint('cyan', '› '), paint('cyan', '… '), (line) => completeChat(line, chat))
  say(paint('dim', `${safeText(chat.model)} at ${chat.gateway.url}, session ${safeText(chat.session)}`))
  say(paint('dim', '/help lists the commands, Ctrl-D quits'))
  let ahead = ''
  for (;;) {
    const line = await prompt.ask(ahead)
    ahead = ''
    if (line === undefined) {
      say('')
      return exitCodes.ok
    }
    if (line.trim() === '') continue
    try {
      const reply = /^\/(?!\/)/.test(line) ? await runChatCommand(line, chat, paint) : { ask: line.replace(/^\/\//, '/') }
      if ('leave' in reply) return exitCodes.ok
      if ('say' in reply) say(reply.say)
      else {
        // The reasoning of the previous answer is dropped with the next question.
        chat.last = undefined
        const outcome = await askAtTerminal(chat, reply.ask, paint)
        ahead = outcome.ahead
        remember(chat, reply.ask, outcome, outcome.trace)
        process.stdout.write(statusLines(outcome, chat.model, paint))
      }
    } catch (error) {
      if (!(error instanceof CliError)) throw error
      say(`${paint('red', 'error:')} ${safeText(error.message)}`)
    }
  }
}
