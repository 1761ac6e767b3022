import { createHash } from 'node:crypto'
import { settingsFor, type TemplateFacts } from '@reason/chat-template'
import { readTemplateIsolated } from '@reason/chat-template/isolated'
import type { Passport } from '@reason/core/adapter'
import { describeServer, renderedPrompt, type Ask, type ServerDescription, type ServerId } from '@reason/probe'
import { setNewest } from '../structures/newest-entries.ts'
import { servedPassport } from './served-passport.ts'
import type { Upstream } from './upstream.ts'

/** What an inference server says of itself, and what its chat template does. */
export interface ServerFacts {
  description: ServerDescription
  /** Where the text comes as the model wrote it, the prompt of this template tells where it begins. */
  template?: TemplateFacts
  /** The same for requests with tools. Absent: they get the usual one. */
  toolTemplate?: TemplateFacts
  /** How the model writes, by these templates. The same object until the server is asked again. */
  passport?: Passport
  /** Whether a request thinks that says nothing of it, as the server renders its prompt: its flags may set switches. Undefined: it does not tell. */
  thinksByDefault?: boolean
}

export interface ServerFactsCache {
  /** What is known so far. Asks beside the request if nothing is. */
  of(model: string): ServerFacts | undefined
  /** The server may be another one: it is asked again before long. What is known counts until then. */
  doubt(): void
  /** The server is another one: what it said does not count any more. */
  forget(): void
  report(): ServerDescription | undefined
}

export interface ServerFactsOptions {
  upstream: Upstream
  /** What the server is now, by what it says for a model: a short text that is another one for another build, model or template. */
  identify(model: string, identity: string): void
}

/** Bounds of one question to a server, in milliseconds and bytes. */
const timeoutMs = 5000
const mostBytes = 4 * 1024 * 1024

/** Models are named by clients, who may name anything. */
const mostModels = 64
const mostAsking = 4

/** A server that does not answer is not asked again for each request, in milliseconds. */
const pauseMs = 30_000

/** A server may be started anew with another model, and no answer tell. As long as it is used, it is asked for what it is, in milliseconds. */
const checkMs = 60_000

/** Servers that describe a model when asked for it by name. The others run one. */
const byModel: ReadonlySet<ServerId | undefined> = new Set(['ollama', 'lm-studio'])

const known: Readonly<Record<string, ServerId>> = { llamacpp: 'llama-server', vllm: 'vllm', ollama: 'ollama', sglang: 'sglang' }

/** @returns Undefined: the upstream is a service, and no server that describes itself. */
export function createServerFacts({ upstream, identify }: ServerFactsOptions): ServerFactsCache | undefined {
  const { ask: send, provider } = upstream
  if (send === undefined || (provider !== undefined && known[provider] === undefined)) return undefined
  const facts = new Map<string, ServerFacts>()
  const asking = new Set<string>()
  const askedAt = new Map<string, number>()
  let isDoubted = false
  want('', describe)

  return {
    of(model) {
      const first = facts.get('')
      const name = byModel.has(first?.description.server) ? model : ''
      if (isDoubted || !facts.has(name)) want(name, describe)
      else want(name, check, checkMs)
      return facts.get(name)
    },
    doubt() {
      isDoubted = true
    },
    forget() {
      facts.clear()
      askedAt.clear()
    },
    report: () => facts.get('')?.description,
  }

  function want(model: string, how: (model: string) => Promise<void>, pause = pauseMs): void {
    const now = performance.now()
    if (asking.has(model) || now - (askedAt.get(model) ?? Number.NEGATIVE_INFINITY) < pause) return
    if (asking.size >= mostAsking) return
    asking.add(model)
    keep(askedAt, model, now)
    isDoubted = false
    // Behind the request that may have wanted it.
    setImmediate(() => void how(model).finally(() => asking.delete(model)))
  }

  /** Whether it is the same server yet, without having its model write anything. */
  async function check(model: string): Promise<void> {
    const before = facts.get(model)
    const description = await asked(model, false)
    if (description === undefined || before === undefined || identityOf(description) === identityOf(before.description)) return
    facts.delete(model)
    await describe(model)
  }

  /** @returns Undefined: a server that is down, or still loads, is no other one. What is known counts until it answers. */
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
    // Where the opener comes back, the text begins with it or without a thought.
    const isOpen = splits === false && restoresOpener !== true
    const thinks = template !== undefined && isOpen ? await thinksByDefault(template, model) : undefined
    const passport = servedPassport([template, toolTemplate].filter((one) => one !== undefined))
    keep(facts, model, {
      description,
      ...(template !== undefined && { template }),
      ...(toolTemplate !== undefined && { toolTemplate }),
      ...(passport !== undefined && { passport }),
      ...(thinks !== undefined && { thinksByDefault: thinks }),
    })
    identify(model, identityOf(description))
  }

  async function read(source: string | undefined): Promise<TemplateFacts | undefined> {
    return source === undefined ? undefined : await readTemplateIsolated(source, { timeoutMs })
  }

  /** Asks the server for the same prompt with thinking on, off, and not mentioned. */
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

  /** One exchange, bounded in time and size. */
  function ask(path: string, body?: unknown, onStatus?: (status: number) => void): ReturnType<Ask> {
    return new Promise((resolve) => {
      const pieces: Buffer[] = []
      let size = 0
      let head = { status: 0, headers: {} as Record<string, string> }
      const done = (found: Awaited<ReturnType<Ask>>): void => {
        clearTimeout(timer)
        resolve(found)
      }
      const timer = setTimeout(() => {
        exchange.abort()
        done(undefined)
      }, timeoutMs).unref()
      const exchange = send!(path, body === undefined ? undefined : Buffer.from(JSON.stringify(body)), {
        onHead(status, headers) {
          onStatus?.(status)
          head = { status, headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)])) }
        },
        onData(bytes) {
          size += bytes.length
          if (size <= mostBytes) return void pieces.push(Buffer.from(bytes))
          exchange.abort()
          done(undefined)
        },
        onEnd() {
          try {
            done({ ...head, json: JSON.parse(Buffer.concat(pieces).toString('utf8')) as unknown })
          } catch {
            done(undefined)
          }
        },
        onFailure: () => done(undefined),
      })
    })
  }
}

/** The description of the server itself, which it gives without a model's name, stays. */
const keep = <T>(entries: Map<string, T>, model: string, value: T): void =>
  setNewest(entries, model, value, mostModels, (name) => name === '')

/** What makes it the same server, with the same model. */
const identityOf = ({ server, build, model, revision, template, goTemplate }: ServerDescription): string =>
  createHash('sha256')
    .update(JSON.stringify([server, build, model, revision, template ?? goTemplate]))
    .digest('base64url')
