import type { Splitter } from '@reason/core'
import type { Protocol } from './protocol.ts'
import type { Start } from './start.ts'
import { createTagMachine } from './tag-machine.ts'
import { createUndecidedSplitter } from './undecided.ts'

/** The machine itself, or what holds text until it is known where the machine has to begin. */
export function createThinkTagsSplitter(protocol: Protocol, start: Start): Splitter {
  const { enabled, orphanClose } = protocol.config
  if (enabled && (start === 'hold' || (start === 'answer' && orphanClose === 'reclassify'))) {
    // Doubtful text is not shown. Where the start is known to be an answer, only a closing tag raises a doubt.
    const beforeTool = start === 'hold' ? 'reasoning' : 'answer'
    return createUndecidedSplitter(protocol, { beforeTool }, (decided) => createTagMachine(protocol, decided))
  }
  return createTagMachine(protocol, { channel: start === 'reasoning' ? 'reasoning' : 'answer', orphaned: false })
}
