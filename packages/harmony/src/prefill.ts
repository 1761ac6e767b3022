import type { StreamContext } from '@reason/core'
import type { HarmonyConfig } from './config.ts'
import { bareHeader } from './header.ts'
import { createMachine, type MachineSettings, type Position } from './machine/machine.ts'
import { createReader } from './reader.ts'
import { silentSink } from './sink.ts'

/** Where the output begins, by what is known of the generation; what is surest counts. */
export function startPosition(config: HarmonyConfig, settings: MachineSettings, context: StreamContext): Position {
  if (context.start === 'reasoning') return { at: 'body', header: bareHeader('reasoning', 'analysis') }
  const isDoubted = context.guarded === true && context.whole === true
  if (context.start === 'answer' && !isDoubted) return { at: 'body', header: bareHeader('answer', 'final') }
  const { prefilled } = config
  const prompt = context.prefill ?? (typeof prefilled === 'string' ? prefilled : prefilled ? usualPrompt : '')
  const position = prompt === usualPrompt ? afterUsualPrompt : positionAfter(prompt, settings)
  // The grammar leaves no room for a header, or the server has read the headers: the text is what was asked for.
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

/** Read once: no setting has a say in it, and a machine for the prompt of each message costs as much as the message's own. */
const afterUsualPrompt = positionAfter(usualPrompt, { maxHeldChars: usualPrompt.length, missingChannel: 'answer', tools: [] })

/** Where a machine is that has read the prompt's tail: the format needs no second reading of it. */
function positionAfter(prompt: string, settings: MachineSettings): Position {
  const machine = createMachine(silentSink, settings, { at: 'start', header: '' })
  createReader(machine).push(prompt)
  return machine.position()
}
