import type { Splitter, StreamContext } from '@reason/core'
import { createDoubtedSplitter } from './doubted.ts'
import { createJsonSplitter } from './json-splitter.ts'
import type { Protocol } from './protocol.ts'
import type { Start } from './start.ts'
import { createTagMachine } from './tag-machine.ts'
import { createUndecidedSplitter } from './undecided.ts'

/** The machine itself, or what holds text until it is known where the machine has to begin, or what the text was. */
export function createThinkTagsSplitter(protocol: Protocol, start: Start, context: StreamContext = {}): Splitter {
  const { enabled, orphanClose } = protocol.config
  const { guarded, whole } = context
  const splitter = createReadingSplitter(protocol, start, context)
  if (guarded !== true || whole !== true || !enabled || orphanClose === 'literal') return splitter
  return createDoubtedSplitter(splitter, protocol.drop.afterClose)
}

function createReadingSplitter(protocol: Protocol, start: Start, context: StreamContext): Splitter {
  const { grammar, guarded, wireReasoning } = context
  // Where nobody could have hidden it, a grammar says that the text begins in the answer: `start` knows.
  const isInDoubt = grammar === true && guarded === true && wireReasoning !== true && start !== 'answer'
  const begin = (known: Start): Splitter => createKnownSplitter(protocol, known, context)
  return isInDoubt
    ? createJsonSplitter(
        () => begin('answer'),
        () => begin(start),
      )
    : begin(start)
}

function createKnownSplitter(protocol: Protocol, start: Start, { thinking }: StreamContext): Splitter {
  const { enabled, orphanClose, emptyStart } = protocol.config
  // With thinking off a closer is left over from the prompt, and the answer behind it need not wait.
  const mayStartEmpty = emptyStart === 'hold' && thinking !== false
  if (enabled && (start === 'hold' || (start === 'answer' && orphanClose === 'reclassify'))) {
    return createUndecidedSplitter(protocol, { isAnswer: start === 'answer' }, (decided) =>
      createTagMachine(protocol, decided, mayStartEmpty),
    )
  }
  return createTagMachine(protocol, { channel: start === 'reasoning' ? 'reasoning' : 'answer', orphaned: false }, mayStartEmpty)
}
