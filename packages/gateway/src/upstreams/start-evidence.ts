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

/** Evidence of where the text of each model begins at an upstream. */
export interface ObservedStarts {
  /** The evidence for one request, before its answer. */
  origin(model: string, request?: Asked): Origin
  /** The model's passport from its server's templates. Undefined: the server does not provide them. */
  passport(model: string): Passport | undefined
  /**
   * Records the build that an answer names, before its text is split. Evidence of an earlier server no longer counts.
   *
   * @returns Whether the server was replaced.
   */
  meet(model: string, build: string): boolean
  /** Records an answer that has ended. @param build - The server's build, if the answer names it. */
  note(model: string, kind: AnswerKind, build?: string): void
  /** Called when the upstream did not answer. It may come back as another server. */
  doubt(): void
  /** The engine, if the server reports one whose reasoning can be ended. */
  engine(): Upstream['engine']
  /** The server's description of itself, for operators. */
  server(): SaidOfServer | undefined
}

/** Fields of a request that determine the end of its prompt. */
type Asked = Pick<ClientRequest, 'json' | 'thinking'>

type StartSettings = Pick<GatewaySettings, 'startUnclosed' | 'startHeld' | 'startTrustOff' | 'startProbe'>

const mostBuilds = 8

export function createStartEvidence(
  { startUnclosed, startHeld, startTrustOff, startProbe }: StartSettings,
  { starts: memory, identify }: Pick<LearnedOfUpstream, 'starts' | 'identify'>,
  upstream?: Upstream,
): ObservedStarts {
  const settings: Origin = { unclosed: startUnclosed, maxHeldChars: startHeld, ...(startTrustOff && { trustsOff: true }) }
  const servers = upstream === undefined || !startProbe ? undefined : createServerFacts({ upstream, identify })
  /** Builds named by answers, the newest last. Replicas with two builds alternate, so a build seen before is no news. */
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
    note(model, kind, build) {
      // The first closer may come from another model under the same name.
      if (kind === 'closer' && memory.seen(model)?.hadClosers !== true) servers?.suspect(model)
      memory.note(model, kind, build)
    },
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

/** The start of the text according to the server. Undefined: unknown. */
function saysFor({ description, template: usual, toolTemplate, thinksByDefault }: ServerFacts, request?: Asked): Origin['says'] {
  const { server, splits, splitsByLatestRequest, restoresOpener, setsFormat } = description
  const wantsRaw = request?.json['reasoning_format'] === 'none'
  const tools = request?.json['tools']
  const template = Array.isArray(tools) && tools.length > 0 ? (toolTemplate ?? usual) : usual
  // For a request without thinking, Ollama does not split the text, even if the template can close the reasoning.
  const isUnsplit = server === 'ollama' && request?.thinking === false && template !== undefined
  // If the latest request decides whether the server splits, the report does not apply to this request.
  if (splits === true && splitsByLatestRequest !== true && !wantsRaw && !isUnsplit) return 'splits'
  if (splits !== false && !(wantsRaw && setsFormat === true) && !isUnsplit) return undefined
  if (restoresOpener === true) return 'closed'
  if (template === undefined) return undefined
  const switches = asObject(request?.json['chat_template_kwargs']) as NonNullable<Parameters<typeof startOf>[1]>['switches']
  // llama-server turns thinking on unless the request or its own flags say otherwise.
  const thinking = request?.thinking ?? thinksByDefault ?? (server === 'llama-server' ? true : undefined)
  const start = startOf(template, { ...(thinking !== undefined && { thinking }), ...(switches !== undefined && { switches }) })
  if (start === undefined) return undefined
  return start === 'reasoning' ? 'open' : thinking === false ? 'off' : 'closed'
}
