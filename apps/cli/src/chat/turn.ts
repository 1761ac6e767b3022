import { safeText } from '../render/safe-text.ts'
import type { Paint } from '../render/styles.ts'
import type { FinalEvent, GenerateEvent } from '@reason/gateway-api/generate'
import { defined } from '@reason/wire-kit'
import { createThinking, type Thinking, type ThinkingView } from './thinking.ts'
import { createWordWrap, type WordWrap } from './word-wrap.ts'

/** Result of an answer. */
export interface Answered {
  /** Visible reasoning. */
  reasoning: string
  answer: string
  /** Undefined if the answer was stopped or failed. */
  final?: FinalEvent
  error?: string
}

/** Shows one answer while it arrives. */
export interface ChatTurn {
  push(event: GenerateEvent): void
  toggle(): void
  /** Ends the answer. The cursor is at the start of a line then. */
  end(): Answered
}

type Section = 'thinking' | 'answer' | 'commentary'

/**
 *   none ─analysis─▶ thinking ─token─▶ answer
 *                       ▲                 │
 *                       └────analysis─────┘
 */
export function createTurn(stream: NodeJS.WriteStream, paint: Paint, view: () => ThinkingView): ChatTurn {
  const reasoning: string[] = []
  const answer: string[] = []
  let section: Section | undefined
  let thinking: Thinking | undefined
  let final: FinalEvent | undefined
  let error: string | undefined
  let atLineStart = true
  let wrapped = newWrap()

  return {
    push,
    toggle: () => thinking?.toggle(),
    end() {
      enter(undefined)
      return { reasoning: reasoning.join(''), answer: answer.join(''), ...defined({ final, error }) }
    },
  }

  function push(event: GenerateEvent): void {
    switch (event.type) {
      case 'analysis':
        reasoning.push(event.text)
        enter('thinking')
        return thinking?.add(safeText(event.text))
      case 'token':
        answer.push(event.text)
        return say('answer', safeText(event.text))
      case 'commentary':
        return say('commentary', safeText(event.text))
      case 'tool_call':
        enter(undefined)
        return line(paint('magenta', `→ ${safeText(event.name)}(${safeText(event.arguments)})`))
      case 'warning':
        enter(undefined)
        return line(`${paint('yellow', 'warning:')} ${safeText(event.message)}`)
      case 'error':
        error = event.error.message
        return enter(undefined)
      case 'final':
        final = event
        return enter(undefined)
      case 'usage':
    }
  }

  /** Writes text of a channel, without blanks before its first word. */
  function say(channel: 'answer' | 'commentary', text: string): void {
    const words = section === channel ? text : text.replace(/^\s+/, '')
    if (words === '') return
    enter(channel)
    writeText(channel, wrapped.push(words))
    atLineStart = words.endsWith('\n')
  }

  function enter(next: Section | undefined): void {
    if (section === next) return
    writeText(section, wrapped.flush())
    wrapped = newWrap()
    thinking?.end()
    thinking = undefined
    if (!atLineStart) line('')
    section = next
    if (next === 'thinking') thinking = createThinking(stream, paint, view())
  }

  function newWrap(): WordWrap {
    return createWordWrap(() => stream.columns || 80)
  }

  function writeText(channel: Section | undefined, text: string): void {
    if (text !== '') write(channel === 'commentary' ? paint('cyan', text) : text)
  }

  function line(text: string): void {
    write(`${text}\n`)
    atLineStart = true
  }

  function write(text: string): void {
    stream.write(text)
  }
}
