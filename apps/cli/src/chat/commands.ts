import { setTimeout } from 'node:timers/promises'
import { nearest } from '@reason/core/errors'
import { efforts } from '@reason/core/conversation'
import type { BudgetList } from '@reason/gateway-api'
import type { TraceRecord } from '@reason/trace-store'
import { didYouMean, usageError } from '../cli-error.ts'
import { countOf } from '../count.ts'
import { renderBalance } from '../budget/render.ts'
import type { GatewayClient } from '../gateway/client.ts'
import { safeText } from '../render/safe-text.ts'
import type { Paint } from '../render/styles.ts'
import { renderTrace } from '../traces/render.ts'
import type { ChatSession } from './chat.ts'
import { thinkingViews, type ThinkingView } from './thinking.ts'

/** Result of a slash command: a text to print, a question to send, or the end of the chat. */
export type CommandReply = { say: string } | { ask: string } | { leave: true }

interface ChatCommand {
  args?: string
  about: string
  run(chat: ChatSession, args: string, paint: Paint): CommandReply | Promise<CommandReply>
  /** Completions for the argument. */
  words?(chat: ChatSession): readonly string[]
}

const chatCommands: Readonly<Record<string, ChatCommand>> = {
  model: {
    args: '[name]',
    about: 'ask another model, or list them',
    run: setModel,
    words: ({ models }) => models.filter((one) => safeText(one) === one),
  },
  effort: {
    args: '[level]',
    about: `reasoning effort: ${efforts.join(', ')}, or default`,
    run: setEffort,
    words: () => [...efforts, 'default'],
  },
  budget: {
    args: '[tokens]',
    about: 'most reasoning tokens per answer, or off; without a value: the state of the budgets',
    run: setBudget,
    words: () => ['off'],
  },
  thinking: { args: `[${thinkingViews.join('|')}]`, about: 'how much of the reasoning to show', run: setView, words: () => thinkingViews },
  why: { about: 'show the reasoning of the last answer', run: why },
  trace: { about: 'show the trace of the last answer', run: trace },
  retry: { about: 'ask the last question again', run: retry },
  new: { about: 'begin a new conversation', run: startAnew },
  help: { about: 'list the commands', run: help },
  quit: { about: 'leave (as Ctrl-D does)', run: () => ({ leave: true }) },
}

/**
 * Runs a slash command.
 *
 * @throws {CliError} for an unknown command, or if the gateway refuses
 */
export async function runChatCommand(line: string, chat: ChatSession, paint: Paint): Promise<CommandReply> {
  const [, name = '', args = ''] = /^\/(\S*)\s*([^]*)$/.exec(line) ?? []
  const command = Object.hasOwn(chatCommands, name) ? chatCommands[name] : undefined
  if (command === undefined) {
    throw usageError(
      `there is no /${name}.${didYouMean(nearest(name, Object.keys(chatCommands)))} List the commands: /help. For a question that begins with a slash, write two.`,
    )
  }
  return command.run(chat, args.trim(), paint)
}

/** Completes a line for the Tab key. */
export function completeChat(line: string, chat: ChatSession): [string[], string] {
  const [, name, word] = /^\/(\S+)\s+(\S*)$/.exec(line) ?? []
  if (name !== undefined && word !== undefined) {
    const words = Object.hasOwn(chatCommands, name) ? (chatCommands[name]!.words?.(chat) ?? []) : []
    return [words.filter((one) => one.startsWith(word)), word]
  }
  if (!line.startsWith('/')) return [[], line]
  const all = Object.keys(chatCommands).map((one) => `/${one} `)
  return [all.filter((one) => one.startsWith(line)), line]
}

function setModel(chat: ChatSession, name: string, paint: Paint): CommandReply {
  if (name === '') {
    const all = chat.models.includes(chat.model) ? chat.models : [chat.model, ...chat.models]
    return { say: all.map((one) => (one === chat.model ? `${paint('bold', safeText(one))} (asked now)` : safeText(one))).join('\n') }
  }
  const exact = chat.models.find((one) => one === name)
  const similar = chat.models.filter((one) => one.toLowerCase().includes(name.toLowerCase()))
  if (exact === undefined && similar.length > 1) throw usageError(`${name} may be ${similar.join(' or ')}. Type more of its name.`)
  // The gateway may know models that it does not list.
  chat.model = exact ?? similar[0] ?? name
  return { say: `${safeText(chat.model)} answers from now on.` }
}

function setEffort(chat: ChatSession, level: string): CommandReply {
  if (level === '') return { say: `effort: ${chat.effort ?? 'as the model does by default'}` }
  const effort = efforts.find((one) => one === level)
  if (level !== 'default' && effort === undefined) {
    throw usageError(`there is no effort ${level}.${didYouMean(nearest(level, efforts))} There are: ${efforts.join(', ')}, default.`)
  }
  chat.effort = effort
  return { say: level === 'default' ? 'The model thinks as it does by default.' : `effort: ${level}` }
}

async function setBudget(chat: ChatSession, tokens: string, paint: Paint): Promise<CommandReply> {
  if (tokens === '') {
    const own =
      chat.budget === undefined ? 'The reasoning of an answer is not limited.' : `An answer may use ${chat.budget} reasoning tokens.`
    const { budgets } = await chat.gateway.json<BudgetList>(`/api/sessions/${encodeURIComponent(chat.session)}/budget`)
    return { say: [own, ...budgets.map((one) => renderBalance(one, paint).trimEnd())].join('\n') }
  }
  if (tokens === 'off') {
    chat.budget = undefined
    return { say: 'The reasoning of an answer is not limited.' }
  }
  const number = countOf(tokens)
  if (!(number >= 1)) throw usageError(`${tokens} is not a token count. Give a whole number, 1 or more (200000, 200k, 1.5M), or off.`)
  chat.budget = number
  return { say: `An answer may use ${number} reasoning tokens, if its provider has a limit.` }
}

function setView(chat: ChatSession, view: string): CommandReply {
  if (view === '') return { say: `thinking: ${chat.view}` }
  if (!(thinkingViews as readonly string[]).includes(view)) {
    throw usageError(
      `the view of thinking is ${view}, but must be one of: ${thinkingViews.join(', ')}.${didYouMean(nearest(view, thinkingViews))}`,
    )
  }
  chat.view = view as ThinkingView
  return { say: `thinking: ${view}` }
}

function why({ last }: ChatSession, _: string, paint: Paint): CommandReply {
  if (last === undefined) return { say: 'There was no question yet.' }
  const text = safeText(last.reasoning.trim())
  if (text === '') return { say: 'No reasoning was received.' }
  const lines = text.split('\n').map((line) => paint('dim', line))
  return { say: lines.join('\n') }
}

async function trace({ gateway, last }: ChatSession, _: string, paint: Paint): Promise<CommandReply> {
  if (last === undefined) return { say: 'There was no question yet.' }
  if (last.trace === undefined) return { say: 'The gateway stored no trace of the last answer.' }
  return { say: renderTrace(await stored(gateway, last.trace), paint).trimEnd() }
}

/** Loads the trace, with retries: traces are stored after the answer, so the last one may take a moment. */
async function stored(gateway: GatewayClient, id: string): Promise<TraceRecord> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await gateway.json<TraceRecord>(`/api/traces/${encodeURIComponent(id)}`)
    } catch (error) {
      if (attempt === 10) throw error
      await setTimeout(50 * attempt)
    }
  }
}

function retry(chat: ChatSession): CommandReply {
  if (chat.last === undefined) return { say: 'There was no question yet.' }
  chat.messages = [...chat.last.before]
  return { ask: chat.last.question }
}

function startAnew(chat: ChatSession): CommandReply {
  chat.messages = chat.messages.filter(({ role }) => role === 'system')
  chat.last = undefined
  return { say: 'A new conversation.' }
}

function help(): CommandReply {
  const rows = Object.entries(chatCommands).map(
    ([name, { args, about }]) => [`/${name}${args === undefined ? '' : ` ${args}`}`, about] as const,
  )
  const width = Math.max(...rows.map(([usage]) => usage.length))
  const keys = [
    ['Ctrl-T', 'while it thinks: open the thinking, or close it again'],
    ['Esc, Ctrl-C', 'stop the answer'],
    ['\\ at the end', 'the question goes on in the next line'],
    ['13 + 5 tokens', 'of reasoning and of the answer'],
  ] as const
  return { say: [...rows, ...keys].map(([usage, about]) => `${usage.padEnd(width)}  ${about}`).join('\n') }
}
