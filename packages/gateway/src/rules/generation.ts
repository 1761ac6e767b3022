import type { Governor, Observer } from '@reason/core/pipeline'
import type { Stage } from '@reason/core'
import type { Sealing, WrapUp } from '../client-apis/client-request.ts'
import type { Secret } from '../errors/withheld-text.ts'
import type { Backend } from '../dispatch/backend.ts'
import type { RelayOutcome } from '../relay/relay-outcome.ts'
import type { Split } from '../relay/split-choice.ts'
import { secretOf } from '../seals/seals.ts'
import type { StartEvidence } from '../upstreams/start-evidence.ts'
import type { Send, Upstream } from '../upstreams/upstream.ts'
import type { Told } from './notes/client-notes.ts'
import type { GenerationFacts, OwnRun } from './own-rule.ts'
import type { RunList } from './run-list.ts'
import { formatOf } from './split-format.ts'

/** Stages and observers for the parts of a generation. */
export interface Rules {
  /** Stages that see the model's text before blank lines are trimmed. */
  untrimmed: readonly Stage[]
  policies: readonly Stage[]
  governors: readonly Governor[]
  observers: readonly Observer[]
}

/** Changes to the requests of a generation. */
export interface RequestRules extends Required<Pick<OwnRun, 'changes' | 'requestHeaders' | 'sends'>> {
  /** Sets the upstream of the next requests. Call it before anything is sent there. */
  goesTo(
    backend: Pick<Backend, 'id' | 'wire'> & { upstream: Pick<Upstream, 'provider' | 'engine'>; starts: Pick<StartEvidence, 'engine'> },
  ): void
}

/** Rules for the answer, across all of its attempts. */
export interface AnswerRules extends Required<Pick<OwnRun, 'passed' | 'headers'>> {
  /** Begins the answer when the upstream responds and the split of its text is known. Called once, before the first part. */
  begin(split: Split): Rules
  /** Observers of the channels, for an answer that is split at a marker. */
  channels(): readonly Observer[]
  /** Content that errors of the upstream may not reveal to the client. */
  secret(): Secret
  /** Notes for the client, in addition to its answer. */
  told: Pick<Told, 'notes' | 'news'>
}

/** Actions if reasoning does not end by itself, or leaves no room for an answer. */
export interface OverrunRules extends Required<Pick<OwnRun, 'mayStop' | 'mayContinue' | 'stop' | 'nextAttempt'>> {
  /** Returns knobs for a retry. Undefined: reasoning has not used up the output, or the answer stands as it is. */
  rescue: NonNullable<OwnRun['rescue']>
}

/** The rules of one generation. */
export interface Generation {
  /** Session, or the client's name of the conversation. */
  conversation: string | undefined
  /** Seals of its conversation. */
  sealing: Sealing
  /** Messages that ask the model to finish. */
  wrapUps: readonly WrapUp[]
  requests: RequestRules
  answer: AnswerRules
  overrun: OverrunRules
  /** Called once when the generation is over, however it ended. */
  over(outcome: RelayOutcome): void
}

/** Creates a generation that all rules have admitted. */
export function createGeneration(generation: GenerationFacts, { runs, begin, over }: RunList): Generation {
  const { sealing, known, wishes } = generation
  const { conversation, visibility } = wishes
  const mayStop = runs.some((run) => run.mayStop === true)
  generation.mayStop = mayStop
  const passing = runs.filter((run) => run.passed !== undefined)

  return {
    conversation,
    sealing,
    wrapUps: runs.flatMap((run) => run.wrapUps?.() ?? []),
    requests: {
      goesTo({ id, upstream, wire, starts }) {
        const { provider } = upstream
        generation.upstream = { id, provider, engine: upstream.engine ?? starts.engine(), wire }
        if (provider === undefined) delete known.provider
        else known.provider = provider
      },
      changes(knobs) {
        const changes = {} as ReturnType<RequestRules['changes']>
        for (const run of runs) if (run.changes !== undefined) Object.assign(changes, run.changes(knobs))
        return changes
      },
      requestHeaders: (upstream, headers) => runs.reduce((given, run) => run.requestHeaders?.(upstream, given) ?? given, headers),
      sends(send: Send) {
        generation.isSent = true
        return runs.reduceRight((inner, run) => run.sends?.(inner) ?? inner, send)
      },
    },
    answer: {
      begin(split) {
        generation.split = split
        known.adapter = formatOf(split)
        return begin(split)
      },
      channels: () => runs.flatMap((run) => run.channels?.() ?? []),
      passed(pieces, length) {
        for (const run of passing) run.passed!(pieces, length)
      },
      secret: () => secretOf(visibility, sealing),
      // If two rules set the same header, the first rule wins.
      headers() {
        const headers: Record<string, string> = {}
        for (let at = runs.length - 1; at >= 0; at--) Object.assign(headers, runs[at]!.headers?.())
        return headers
      },
      told: runs.find((run) => run.told !== undefined)?.told ?? silence,
    },
    overrun: {
      mayStop,
      mayContinue: runs.some((run) => run.mayContinue === true),
      stop: (what) => firstOf(runs, (run) => run.stop?.(what)) ?? [],
      rescue: (how, knobs) => firstOf(runs, (run) => run.rescue?.(how, knobs)),
      nextAttempt() {
        for (const run of runs) run.nextAttempt?.()
      },
    },
    over,
  }
}

const silence: AnswerRules['told'] = { notes: () => undefined, news: () => undefined }

function firstOf<T>(runs: readonly OwnRun[], ask: (run: OwnRun) => T | undefined): T | undefined {
  for (const run of runs) {
    const found = ask(run)
    if (found !== undefined) return found
  }
  return undefined
}
