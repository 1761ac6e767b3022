import { parseHeader, type Header } from '../headers/header.ts'
import type { HarmonySink } from '../messages/sink.ts'
import { warnOfDamagedHeader } from './damage-warnings.ts'
import { createMessage, isEndedThought, type MessageSettings, type OpenMessage } from './message.ts'
import { createPending, type Pending } from './pending.ts'

export interface MachineSettings extends MessageSettings {
  /** Limit of text that may wait for a marker, in characters. */
  maxHeldChars: number
  /** Text directly after reasoning is the final message, whose header was lost in transit. */
  textAfterReasoning?: boolean
}

/** Position in the format at which an output begins, after the prompt. */
export type Position = { at: 'start' | 'header'; header: string } | { at: 'body'; header: Header }

/** The output of one turn: a message, or input held outside of bodies. A record with functions over it, like `OpenMessage`. */
export interface HarmonyTurn {
  readonly sink: HarmonySink
  readonly settings: MachineSettings
  readonly message: OpenMessage
  readonly pending: Pending
  /** End of the turn after loose text, which is the answer unless more input comes. */
  looseEnd: string
}

export function createTurn(sink: HarmonySink, settings: MachineSettings, position: Position): HarmonyTurn {
  const pending = position.at === 'body' ? createPending('between', '') : createPending(position.at, position.header)
  const message = createMessage(sink, settings, position.at === 'body' ? position.header : undefined, (read) => {
    pending.place = 'between'
    warnOfDamagedHeader(sink, pending, read)
  })
  return { sink, settings, message, pending, looseEnd: '' }
}

export function positionOf({ message, pending }: HarmonyTurn): Position {
  if (message.state !== 'closed') return { at: 'body', header: message.header! }
  const { place, meaning, segment } = pending
  if (place === 'header') return { at: segment.startsWith('<|') || meaning.includes('to=') ? 'header' : 'start', header: meaning }
  return { at: 'start', header: place === 'start' ? meaning : '' }
}

export const readHeader = ({ pending, settings }: HarmonyTurn): Header => parseHeader(pending.meaning, pending.prompted, settings)

export const isAfterReasoning = ({ message, pending }: HarmonyTurn): boolean => pending.place === 'between' && isEndedThought(message)
