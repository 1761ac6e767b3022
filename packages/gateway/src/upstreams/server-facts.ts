import { createHash } from 'node:crypto'
import { settingsFor, type TemplateFacts } from '@reason/chat-template'
import { readTemplateIsolated } from '@reason/chat-template/isolated'
import type { Passport } from '@reason/core/adapter'
import { describeServer, renderedPrompt, type Ask, type ServerDescription, type ServerId } from '@reason/probe'
import { defined } from '@reason/wire-kit'
import type { Head } from '../head.ts'
import { setNewest } from '../structures/newest-entries.ts'
import { readJsonReply } from './json-reply.ts'
import { servedPassport } from './served-passport.ts'
import type { Upstream } from './upstream.ts'

/** Facts about an inference server and its chat template. */
export interface ServerFacts {
  description: ServerDescription
  /** Facts about the chat template. If the server does not split the text, they show where the text begins. */
  template?: TemplateFacts
  /** Template facts for requests with tools. Absent: the usual template applies. */
  toolTemplate?: TemplateFacts
  /** Passport derived from these templates. The same object until the server is asked again. */
  passport?: Passport
  /** Whether the model thinks by default, according to a prompt rendered by the server. Server flags may set switches. Undefined: unknown. */
  thinksByDefault?: boolean
}

export interface ServerFactsCache {
  /** Returns the known facts. If there are none, asks the server in the background. */
  of(model: string): ServerFacts | undefined
  /** Makes `of` ask the server again, because it may have been replaced. Known facts stay valid until then. */
  doubt(): void
  /** Checks now whether the server is still the same, because an answer contradicts what it said. */
  suspect(model: string): void
  /** Drops all facts, because the server was replaced, and asks the new one in the background. */
  forget(): void
  report(): ServerDescription | undefined
}

export interface ServerFactsOptions {
  upstream: Upstream
  /** Receives the server's identity for a model: a short text that changes with the build, the model or the template. */
  identify(model: string, identity: string): void
}

/** Limits of one request to a server, in milliseconds and bytes. */
const timeoutMs = 5000
const mostBytes = 4 * 1024 * 1024

/** Most models, and most that are checked at once. Clients may send any model name. */
const mostModels = 64
const mostAsking = 4

/** Milliseconds between two attempts to describe a server, so that a silent one is not asked for each request. */
const pauseMs = 30_000

/** Milliseconds between checks of a server in use. It may restart with another model without any sign in its answers. */
const checkMs = 60_000

/** Milliseconds between checks for one model that answers ask for. A client can make a model write such answers. */
const suspicionMs = 5000

/** Servers that describe each model by name. Others run a single model. */
const byModel: ReadonlySet<ServerId | undefined> = new Set(['ollama', 'lm-studio'])

const known: Readonly<Record<string, ServerId>> = { llamacpp: 'llama-server', vllm: 'vllm', ollama: 'ollama', sglang: 'sglang' }

/** @returns Undefined if the upstream is a hosted service, which does not describe itself. */
export function createServerFacts({ upstream, identify }: ServerFactsOptions): ServerFactsCache | undefined {
  const { ask: send, provider } = upstream
  if (send === undefined || (provider !== undefined && known[provider] === undefined)) return undefined
  const facts = new Map<string, ServerFacts>()
  const asking = new Set<string>()
  const askedAt = new Map<string, number>()
  const suspectedAt = new Map<string, number>()
  let isDoubted = false
  want('', describe)

  return {
    of(model) {
      const name = nameOf(model)
      if (isDoubted || !facts.has(name)) want(name, describe)
      else want(name, check, checkMs)
      return facts.get(name)
    },
    doubt() {
      isDoubted = true
    },
    suspect(model) {
      const name = nameOf(model)
      const now = performance.now()
      if (!facts.has(name) || now - (suspectedAt.get(name) ?? Number.NEGATIVE_INFINITY) < suspicionMs) return
      keep(suspectedAt, name, now)
      want(name, check, 0)
    },
    forget() {
      facts.clear()
      askedAt.clear()
      want('', describe)
    },
    report: () => facts.get('')?.description,
  }

  /** Key of a model's facts. */
  function nameOf(model: string): string {
    return byModel.has(facts.get('')?.description.server) ? model : ''
  }

  function want(model: string, how: (model: string) => Promise<void>, pause = pauseMs): void {
    const now = performance.now()
    if (asking.has(model) || now - (askedAt.get(model) ?? Number.NEGATIVE_INFINITY) < pause) return
    if (asking.size >= mostAsking) return
    asking.add(model)
    keep(askedAt, model, now)
    isDoubted = false
    // Runs after the current request, which may have caused this.
    setImmediate(() => void how(model).finally(() => asking.delete(model)))
  }

  /** Checks whether the server is still the same, without generating text. */
  async function check(model: string): Promise<void> {
    const before = facts.get(model)
    const description = await asked(model, false)
    if (description === undefined || before === undefined) return
    // A check generates no text, without which some servers do not say whether they split.
    const splits = splitsOf(description) ?? splitsOf(before.description)
    if (identityOf(description, splits) === identityOf(before.description)) return
    facts.delete(model)
    await describe(model)
  }

  /** @returns Undefined if the server is down or still loading. Known facts stay valid until it answers. */
  async function asked(model: string, generates: boolean): Promise<ServerDescription | undefined> {
    let isReached = false
    const noting: Ask = (path, body) =>
      ask(path, body, (status) => {
        isReached ||= status < 500
      })
    const description = await describeServer(noting, {
      ...(model !== '' && { model }),
      ...(provider !== undefined && { known: known[provider]! }),
      generates,
    })
    if (!isReached) isDoubted = true
    return isReached ? description : undefined
  }

  async function describe(model: string): Promise<void> {
    const description = await asked(model, true)
    if (description === undefined) return
    const { splits, restoresOpener } = description
    const template = await read(description.template ?? description.goTemplate)
    const toolTemplate = await read(description.toolTemplate)
    // If the server restores the opener, the text begins with it, or without reasoning.
    const isOpen = splits === false && restoresOpener !== true
    const thinks = template !== undefined && isOpen ? await thinksByDefault(template, model) : undefined
    const passport = servedPassport([template, toolTemplate].filter((one) => one !== undefined))
    keep(facts, model, { description, ...defined({ template, toolTemplate, passport, thinksByDefault: thinks }) })
    identify(model, identityOf(description))
  }

  async function read(source: string | undefined): Promise<TemplateFacts | undefined> {
    return source === undefined ? undefined : await readTemplateIsolated(source, { timeoutMs })
  }

  /** Compares the server's prompt with thinking on, off, and unset. */
  async function thinksByDefault({ switches }: TemplateFacts, model: string): Promise<boolean | undefined> {
    const [on, off] = [settingsFor(switches, true), settingsFor(switches, false)]
    if (on === undefined || off === undefined) return undefined
    const render = (kwargs?: Readonly<Record<string, unknown>>): Promise<string | undefined> =>
      renderedPrompt(ask, [{ role: 'user', content: 'Hello' }], { ...(model !== '' && { model }), ...(kwargs !== undefined && { kwargs }) })
    const unset = await render()
    if (unset === undefined) return undefined
    const [thinking, silent] = [await render(on), await render(off)]
    if (thinking === undefined) return undefined
    return unset === thinking ? true : unset === silent ? false : undefined
  }

  /** Sends one request, limited in time and size. */
  function ask(path: string, body?: unknown, onStatus?: (status: number) => void): ReturnType<Ask> {
    const bytes = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
    return readJsonReply((listener) => send!(path, bytes, listener), mostBytes, { timeoutMs, onStatus }).then(
      ({ headers, ...reply }) => ({ ...reply, headers: textsOf(headers) }),
      () => undefined,
    )
  }
}

const textsOf = (headers: Head): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))

/** Stores an entry. The server's own description, under the empty name, is never dropped. */
const keep = <T>(entries: Map<string, T>, model: string, value: T): void =>
  setNewest(entries, model, value, mostModels, (name) => name === '')

/** Identity of the server and its model. */
const identityOf = (description: ServerDescription, splits = splitsOf(description)): string => {
  const { server, build, model, revision, template, goTemplate, toolTemplate } = description
  return createHash('sha256')
    .update(JSON.stringify([server, build, model, revision, template ?? goTemplate, toolTemplate, splits]))
    .digest('base64url')
}

/** Whether the server splits, as it was started. A client decides the rest. */
const splitsOf = ({ splits, splitsByLatestRequest }: ServerDescription): boolean | undefined =>
  splitsByLatestRequest === true ? undefined : splits
