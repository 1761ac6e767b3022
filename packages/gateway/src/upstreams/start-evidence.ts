import { startOf } from '@reason/chat-template'
import type { ServerFacts as SaidOfServer } from '@reason/gateway-api'
import type { Passport } from '@reason/core/adapter'
import type { AnswerKind, Origin } from '@reason/core/start'
import type { ClientRequest } from '../client-apis/client-request.ts'
import type { GatewaySettings } from '../settings/settings.ts'
import { asObject } from '../json.ts'
import { setNewest } from '../structures/newest-entries.ts'
import type { LearnedOfUpstream } from './learned/learned.ts'
import { createServerFacts, type ServerFacts } from './server-facts.ts'
import type { Upstream } from './upstream.ts'

/** What is known of where an upstream lets the text of each model begin. */
export interface StartEvidence {
  /** For one request, before its answer. */
  origin(model: string, request?: Asked): Origin
  /** How the model writes, by the templates of its server. Undefined: the server does not tell. */
  passport(model: string): Passport | undefined
  /**
   * What an answer says of its server, before its text. What was known of another one does not count any more.
   * @returns Whether the server is another one.
   */
  meet(model: string, build: string): boolean
  /** One answer has ended. @param build - What the server calls its build, where the answer has it. */
  note(model: string, kind: AnswerKind, build?: string): void
  /** The upstream did not answer: it may come back as another one. */
  doubt(): void
  /** What the server is by its own words, where it is one whose reasoning can be ended. */
  engine(): Upstream['engine']
  /** For an operator: what the server says of itself. */
  server(): SaidOfServer | undefined
}

/** What of a request decides how its prompt ends. */
type Asked = Pick<ClientRequest, 'json' | 'thinking'>

type StartSettings = Pick<GatewaySettings, 'startUnclosed' | 'startHeld' | 'startTrustOff' | 'startProbe'>

const mostBuilds = 8

export function createStartEvidence(
  { startUnclosed, startHeld, startTrustOff, startProbe }: StartSettings,
  { starts: memory, identify }: Pick<LearnedOfUpstream, 'starts' | 'identify'>,
  upstream?: Upstream,
): StartEvidence {
  const settings: Origin = { unclosed: startUnclosed, maxHeldChars: startHeld, ...(startTrustOff && { trustsOff: true }) }
  const servers = upstream === undefined || !startProbe ? undefined : createServerFacts({ upstream, identify })
  /** Builds that answers named, the newest last. Replicas of two builds take turns: one that was seen before is no news. */
  const builds = new Map<string, true>()
  return {
    origin(model, request) {
      const seen = memory.seen(model)
      const facts = servers?.of(model)
      const says = facts && saysFor(facts, request)
      return { ...settings, ...(seen !== undefined && { seen }), ...(says !== undefined && { says }) }
    },
    passport: (model) => servers?.of(model)?.passport,
    meet(model, build) {
      const isNews = isOther(build)
      if (isNews) servers?.forget()
      return isNews || memory.isNews(model, build)
    },
    note: (model, kind, build) => memory.note(model, kind, build),
    doubt: () => servers?.doubt(),
    engine() {
      const server = servers?.report()?.server
      return server === 'llama-server' || server === 'vllm' ? server : undefined
    },
    server() {
      const description = servers?.report()
      if (description?.server === undefined) return undefined
      const { server, build, model, splits, evidence } = description
      return { server, build: build ?? null, model: model ?? null, splits: splits ?? null, evidence }
    },
  }

  function isOther(build: string): boolean {
    const isNew = builds.size > 0 && !builds.has(build)
    setNewest(builds, build, true, mostBuilds)
    return isNew
  }
}

/** Undefined: the server's own words do not tell where this text begins. */
function saysFor({ description, template: usual, toolTemplate, thinksByDefault }: ServerFacts, request?: Asked): Origin['says'] {
  const { server, splits, splitsByLatestRequest, restoresOpener, setsFormat } = description
  const wantsRaw = request?.json['reasoning_format'] === 'none'
  const tools = request?.json['tools']
  const template = Array.isArray(tools) && tools.length > 0 ? (toolTemplate ?? usual) : usual
  // Ollama splits nothing for a request without thinking, whether or not its template can close the thought.
  const isUnsplit = server === 'ollama' && request?.thinking === false && template !== undefined
  // What the latest request wanted says nothing of this one.
  if (splits === true && splitsByLatestRequest !== true && !wantsRaw && !isUnsplit) return 'splits'
  if (splits !== false && !(wantsRaw && setsFormat === true) && !isUnsplit) return undefined
  if (restoresOpener === true) return 'closed'
  if (template === undefined) return undefined
  const switches = asObject(request?.json['chat_template_kwargs']) as NonNullable<Parameters<typeof startOf>[1]>['switches']
  // llama-server switches thinking on where neither a request nor its own flags say otherwise.
  const thinking = request?.thinking ?? thinksByDefault ?? (server === 'llama-server' ? true : undefined)
  const start = startOf(template, { ...(thinking !== undefined && { thinking }), ...(switches !== undefined && { switches }) })
  if (start === undefined) return undefined
  return start === 'reasoning' ? 'open' : thinking === false ? 'off' : 'closed'
}
