import { createAccumulator, type Accumulator, type Part, type Stage } from '@reason/core'
import { messageOf, type AssistantMessage, type Target } from '@reason/core/conversation'
import type { ClientRequest, Sealing } from '../client-apis/client-request.ts'
import type { Generation } from '../generation/generation.ts'
import { sealerAt } from '../upstreams/providers.ts'
import type { Destination } from '../generation/destination.ts'
import { wantedBack } from './replay-need.ts'

/** Records the upstream's message and seals it into the answer, if the client's format or rights cannot carry it openly. */
export interface Sealed {
  /**
   * Starts the record of an attempt; the record of the last attempt counts.
   *
   * @returns A listener for each part before any change. Undefined: no seal is needed.
   */
  onRead(): ((part: Part) => void) | undefined
  /** Stages that add the seal to the answer. */
  stages(): readonly Stage[]
}

export function createSealed({ choices }: ClientRequest, destination: Destination, { sealing }: Pick<Generation, 'sealing'>): Sealed {
  /** Undefined until an upstream answers, or if no seal is needed. */
  let used: Sealing | undefined
  let record: Accumulator | undefined

  return {
    onRead() {
      used = choices === 1 && sealing.isNeeded(destination.backend.wire.id) ? sealing : undefined
      if (used === undefined) return undefined
      const read = createAccumulator()
      record = read
      return (part) => void read.push(part)
    },
    stages: () => (used === undefined ? [] : [used.attach(recorded, wantedBack(destination.backend.wire, target()))]),
  }

  function target(): Target {
    const { backend, request: asked } = destination
    return { wire: backend.wire.id, model: asked.model, ...sealerAt(backend.upstream) }
  }

  /** The message as the upstream sent it, to be restored in the client's next request. */
  function recorded(): AssistantMessage {
    return messageOf(record!.snapshot(), target())
  }
}
