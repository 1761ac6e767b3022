import type { Observer } from '@reason/core/pipeline'
import type { Sealing, WrapUp } from '../client-apis/client-request.ts'
import type { WithheldContent } from '../errors/withheld-text.ts'
import type { ObservedStarts } from '../upstreams/start-evidence.ts'
import type { Upstream } from '../upstreams/upstream.ts'
import type { Backend } from './backend.ts'
import type { ClientNotes } from './note.ts'
import type { OwnRun, RuleStages } from './own-run.ts'
import type { RelayOutcome } from './relay-outcome.ts'
import type { Split } from './split.ts'

/** Stages and observers of all rules. The last stages stand behind the policies. */
export type AnswerStages = Required<Omit<RuleStages, 'last'>>

export interface RequestRules extends Required<Pick<OwnRun, 'changes' | 'requestHeaders' | 'sends'>> {
  /** Sets the upstream of the next requests. Call it before anything is sent there. */
  goesTo(
    backend: Pick<Backend, 'id' | 'wire'> & { upstream: Pick<Upstream, 'provider' | 'engine'>; starts: Pick<ObservedStarts, 'engine'> },
  ): void
}

/** Rules for the answer, across all of its attempts. */
export interface AnswerRules extends Required<Pick<OwnRun, 'passed' | 'headers'>> {
  /** Begins the answer when the upstream responds and the split of its text is known. Called once, before the first part. */
  begin(split: Split): AnswerStages
  /** Observers of the channels, for an answer that is split at a marker. */
  channels(): readonly Observer[]
  /** Content that errors of the upstream may not reveal to the client. */
  secret(): WithheldContent
  /** Notes for the client, in addition to its answer. */
  clientNotes: ClientNotes
}

/** Actions if reasoning does not end by itself, or leaves no room for an answer. */
export interface OverrunRules extends Required<Pick<OwnRun, 'mayStop' | 'mayContinue' | 'stop' | 'nextAttempt'>> {
  /** Returns knobs for a retry. Undefined: reasoning has not used up the output, or the answer stands as it is. */
  rescue: NonNullable<OwnRun['rescue']>
}

export interface Generation {
  /** Session, or the client's name of the conversation. */
  conversation: string | undefined
  sealing: Sealing
  /** Messages that ask the model to finish. */
  wrapUps: readonly WrapUp[]
  requests: RequestRules
  answer: AnswerRules
  overrun: OverrunRules
  /** Called once when the generation is over, however it ended. */
  over(outcome: RelayOutcome): void
}
