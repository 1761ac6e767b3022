import { createAccumulator, type Accumulator, type Part, type Stage } from '@reason/core'
import { messageOf, type AssistantMessage, type Target } from '@reason/core/conversation'
import type { ClientRequest, Sealing } from '../client-apis/client-request.ts'
import type { Generation } from '../rules/generation.ts'
import { sealerAt } from '../upstreams/providers.ts'
import type { Destination } from '../dispatch/destination.ts'
import { wantedBack } from './replay-need.ts'

/** What the upstream said, for the client to bring back sealed where its format or its rights have no place for it. */
export interface Sealed {
  /** Of several attempts the last one is what was said. @returns What is shown each of its parts before anything of it is changed. */
  onRead(): ((part: Part) => void) | undefined
  /** What puts the seal into the answer. */
  stages(): readonly Stage[]
}

export function createSealed({ choices }: ClientRequest, destination: Destination, { sealing }: Pick<Generation, 'sealing'>): Sealed {
  /** Once it is known who answers. */
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

  /** The message as the upstream sent it, for the request that sends it back. */
  function recorded(): AssistantMessage {
    return messageOf(record!.snapshot(), target())
  }
}
