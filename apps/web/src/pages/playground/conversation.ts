import { signal } from '@preact/signals'
import { createRequest } from './create-request.ts'
import { generate, type ShownGeneration } from '../../generation/generation.ts'
import { announce } from '../../ui/announcer.tsx'
import { words } from '../../words/en/playground.ts'
import { followAnswer } from './follow-answer.ts'
import { loadModels } from './settings/models.ts'
import { change, settings } from './settings/settings.ts'
import { createWireLog, type WireLog } from './wire/wire-log.ts'

export interface Lane {
  generation: ShownGeneration
  wire: WireLog
}

/** The input of a turn: a question of the user, or the results of tool calls. */
export type TurnInput = { type: 'question'; text: string } | { type: 'results'; results: readonly CallResult[] }

export interface CallResult {
  call: string
  name: string
  content: string
}

export interface Turn {
  id: number
  input: TurnInput
  /** One lane, or two to compare models. */
  lanes: readonly Lane[]
}

/** All turns so far. Kept only in memory. */
export const turns = signal<readonly Turn[]>([])

let nextId = 1

/**
 * Sends the next turn of the conversation. The reasoning of earlier turns is dropped from the page.
 *
 * @param after - The turns before it; later ones are removed.
 * @throws {Error} If the settings allow no request.
 */
export function ask(input: TurnInput, after: readonly Turn[] = turns.value): void {
  const { model, other } = settings.value
  const requests = [model, other]
    .filter((one) => one !== undefined)
    .map((one, lane) => createRequest(settings.value, one, after, input, lane))
  forgetReasoning()
  const lanes = requests.map((request) => {
    const wire = createWireLog()
    return { generation: generate(request, wire.take), wire }
  })
  turns.value = [...after, { id: nextId++, input, lanes }]
  announce(words.said.asked)
  followAnswer(lanes[0]!.generation)
  for (const { generation } of lanes) void generation.over.then(() => lookForOthers(generation))
}

/** Reloads the list of models after a 404: the model is gone, and the user has to choose another. */
function lookForOthers({ errorStatus }: ShownGeneration): void {
  if (errorStatus.value === 404) void loadModels()
}

/** Sends a question again: the last one, or an earlier one with new text. */
export function askAgain(turn: Turn, text?: string): void {
  const before = turns.value.slice(0, turns.value.indexOf(turn))
  stopAll()
  ask(text === undefined ? turn.input : { type: 'question', text }, before)
}

export function stopAll(): void {
  for (const { lanes } of turns.value) for (const { generation } of lanes) generation.stop()
}

export function clear(): void {
  stopAll()
  forgetReasoning()
  turns.value = []
}

/** Starts a new chat in a new session, which has its own budget: `playground`, `playground-2`, `playground-3`. */
export function startSession(): void {
  const { session } = settings.value
  const [, name = session, number = '1'] = /^(.*)-(\d+)$/.exec(session) ?? []
  change({ session: `${name}-${Number(number) + 1}` })
  clear()
}

/** Drops all reasoning, which the page keeps only while it is watched. */
export function forgetReasoning(): void {
  for (const { lanes } of turns.value) {
    for (const { generation, wire } of lanes) {
      generation.forget()
      wire.forget()
    }
  }
}

// The browser may restore a page from its back/forward cache.
addEventListener('pagehide', () => {
  stopAll()
  forgetReasoning()
})
