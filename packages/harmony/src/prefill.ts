import type { StreamContext } from '@reason/core'
import type { HarmonyConfig } from './config.ts'
import { bareHeader } from './headers/header.ts'
import { createMachine, type MachineSettings, type Position } from './machine/machine.ts'
import { createReader } from './tokens/reader.ts'
import { silentSink } from './messages/sink.ts'

/** Decides where the output begins, by the most reliable fact about the generation. */
export function startPosition(config: HarmonyConfig, settings: MachineSettings, context: StreamContext): Position {
  if (context.start === 'reasoning') return { at: 'body', header: bareHeader('reasoning', 'analysis') }
  const isDoubted = context.guarded === true && context.whole === true
  if (context.start === 'answer' && !isDoubted) return { at: 'body', header: bareHeader('answer', 'final') }
  const { prefilled } = config
  const prompt = context.prefill ?? (typeof prefilled === 'string' ? prefilled : prefilled ? usualPrompt : '')
  const position = prompt === usualPrompt ? afterUsualPrompt : positionAfter(prompt, settings)
  // The grammar leaves no room for a header, or the server has parsed the headers, so the text is the answer.
  if (
    ((context.grammar === true && !isDoubted) || context.wireReasoning === true) &&
    position.at === 'start' &&
    context.start === undefined
  ) {
    return { at: 'body', header: bareHeader('answer', null) }
  }
  return context.start === 'unknown' && position.at !== 'start' ? { at: 'start', header: '' } : position
}

const usualPrompt = '<|start|>assistant'

/** Computed once, because no setting affects it, and running a machine over each message's prompt costs as much as the message itself. */
const afterUsualPrompt = positionAfter(usualPrompt, { maxHeldChars: usualPrompt.length, missingChannel: 'answer', tools: [] })

/** Position of a machine after reading the end of the prompt, so that the format needs no second parser. */
function positionAfter(prompt: string, settings: MachineSettings): Position {
  const machine = createMachine(silentSink, settings, { at: 'start', header: '' })
  createReader(machine).push(prompt)
  return machine.position()
}
