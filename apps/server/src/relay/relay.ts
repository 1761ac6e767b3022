import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { Channel, Part, WireFormat, WriterOptions } from '@reason/core'
import type { Settings } from '../config/settings.ts'
import { forClient } from '../upstream/headers.ts'
import type { ApiError } from '../clients/api-error.ts'
import type { ClientRequest } from '../clients/client-request.ts'
import { providerOfServer } from '../upstream/providers.ts'
import type { AnswerListener, Exchange, Failure, Upstream } from '../upstream/upstream.ts'
import type { BodyFraming } from './body-frames.ts'
import { createAnswerWriter, type AnswerWriter } from './answer-writer.ts'
import { sendError } from './send.ts'
import { errorFromParts, errorFromUpstream, unusableAnswer } from './upstream-error.ts'
import { contextOf } from './stream-context.ts'
import type { Choose } from './choose.ts'
import { createTranslation, TooLargeError, type Translation } from './translation.ts'

export interface RelayOptions {
  response: ServerResponse
  request: ClientRequest
  /** What the client speaks, and what the upstream does. */
  wires: { client: WireFormat; upstream: WireFormat }
  choose: Choose
  upstream: Pick<Upstream, 'name' | 'provider' | 'api'>
  settings: Pick<Settings, 'commentary' | 'decideAfter' | 'answerLimit' | 'trim'>
  /** Headers of ours, beside those of the upstream that come back. */
  headers?: Readonly<Record<string, string>>
  /** Sends the request. What comes back goes to the listener. */
  send(listener: AnswerListener): Exchange
  /** Something of ours threw. */
  onFault(error: unknown): void
  /** Called once, when nothing more happens. */
  onOver(outcome: Outcome): void
}

/** How a relayed request ended, for the log. Nothing of what was said. */
export interface Outcome {
  status: number
  /** The client left before the end. */
  aborted: boolean
  /** What the answer was split with. */
  adapter: string | undefined
  error?: string
  warnings: readonly string[]
}

export interface Relay {
  /** Ends an open answer with an error: the gateway is going away. */
  stop(): void
}

/** An error body is read this far. */
const errorLimit = 1_048_576

/**
 * Carries one answer from the upstream to the client.
 *
 *   waiting ─200─▶ reading ─first event─▶ streaming ─▶ over
 *      │              └──────whole────────────────────▶ over
 *      └─error─▶ refused (its body is read) ──────────▶ over
 *
 * A stream's head waits for the first event, so that an error which comes first still is an HTTP error.
 */
export function relay(options: RelayOptions): Relay {
  const { response, request, wires, choose, upstream, settings } = options
  let status = 0
  let head: IncomingHttpHeaders = {}
  let translation: Translation | undefined
  let writer: AnswerWriter | undefined
  /** The body of an error. */
  const refusal: Buffer[] = []
  let refusalLength = 0
  let timer: NodeJS.Timeout | undefined
  let over = false
  let adapter: string | undefined
  const warnings = new Set<string>()

  const exchange = options.send({ onHead: guarded(onHead), onData: guarded(onData), onEnd: guarded(onEnd), onFailure })
  response.on('close', () => {
    if (over) return
    exchange.abort()
    conclude({ aborted: true })
  })
  return {
    stop() {
      if (over) return
      exchange.abort()
      fail({
        status: 503,
        type: 'server_error',
        code: 'shutting_down',
        message: 'The gateway was shut down before the answer was complete.',
      })
    },
  }

  function onHead(responseStatus: number, headers: IncomingHttpHeaders): void {
    status = responseStatus
    head = headers
    if (status < 200 || status > 299) return
    const encoding = headers['content-encoding']
    if (encoding !== undefined && encoding !== 'identity') {
      exchange.abort()
      return fail(unusableAnswer(upstream.name, `came compressed (${encoding}), though nobody asked for that`))
    }
    const provider = upstream.provider ?? providerOfServer(headers['server'])
    const resolution = choose(request.model, provider)
    adapter = resolution.adapter.id
    translation = createTranslation({
      wire: wires.upstream,
      resolution,
      context: contextOf(request),
      reader: { model: request.model, upstream: upstream.name, ...(provider !== undefined && { provider }) },
      framing: framingOf(headers['content-type'], request.stream, upstream.api.framing),
      limit: settings.answerLimit,
      trim: settings.trim,
      withheld: withheld(),
    })
    writer = createAnswerWriter(wires.client, response, request, writing(), headersForClient(), exchange)
  }

  /** Commentary goes where the reasoning goes, unless it is shown as the answer. */
  function withheld(): readonly Channel[] {
    if (!request.excludesReasoning) return []
    return settings.commentary === 'answer' ? ['reasoning'] : ['reasoning', 'commentary']
  }

  function writing(): Pick<WriterOptions, 'commentary' | 'created'> {
    const { commentary } = settings
    // Of the other formats few say when an answer began.
    return wires.client === wires.upstream ? { commentary } : { commentary, created: Math.floor(Date.now() / 1000) }
  }

  function headersForClient(): Record<string, string | string[]> {
    return { ...forClient(head), ...options.headers }
  }

  function onData(bytes: Buffer, more: boolean): void {
    if (over) return
    if (translation === undefined) return collectRefusal(bytes)
    let parts: readonly Part[]
    try {
      parts = translation.push(bytes)
    } catch (error) {
      if (!(error instanceof TooLargeError)) throw error
      exchange.abort()
      return fail(unusableAnswer(upstream.name, `has ${error.message}; --answer-limit sets the limit`))
    }
    if (parts.length > 0) deliver(parts)
    else if (translation.wasComment()) writer!.idle()
    if (over) return
    writer!.flush(more)
    watchHeld()
  }

  /** A fault of ours must not look like one of the upstream, nor end the process. */
  function guarded<A extends unknown[]>(handle: (...args: A) => void): (...args: A) => void {
    return (...args) => {
      try {
        handle(...args)
      } catch (error) {
        options.onFault(error)
        exchange.abort()
        failAfterFault()
      }
    }
  }

  function failAfterFault(): void {
    if (over) return
    const message = 'The gateway failed. Its log has the details.'
    try {
      fail({ status: 500, type: 'server_error', code: 'internal_error', message })
    } catch {
      // What failed is also what would have said so.
      response.destroy()
      conclude({ status: 500, error: 'internal_error' })
    }
  }

  /** One timer while text is held, none for a stream whose format is known. */
  function watchHeld(): void {
    if (timer !== undefined || over || !translation!.isUndecided()) return
    timer = setTimeout(guarded(onTimeUp), settings.decideAfter)
  }

  function onTimeUp(): void {
    timer = undefined
    if (over || !translation!.isUndecided()) return
    deliver(translation!.decide())
    if (!over) writer!.flush(false)
  }

  function deliver(parts: readonly Part[]): void {
    for (const part of parts) if (part.type === 'warning') warnings.add(part.code)
    if (writer!.isOpen()) return writer!.push(parts)
    const error = errorFromParts(parts, warnings, request.stream, upstream)
    if (error === undefined) return writer!.push(parts)
    exchange.abort()
    sendError(response, request.api, error, headersForClient())
    conclude({ status: error.status, error: String(error.code) })
  }

  function onEnd(): void {
    if (over) return
    if (translation === undefined) {
      const error = errorFromUpstream(status, head, Buffer.concat(refusal), upstream)
      sendError(response, request.api, error, headersForClient())
      return conclude({ status: error.status, error: String(error.code) })
    }
    deliver(translation.end())
    if (over) return
    writer!.end()
    conclude({})
  }

  function onFailure(failure: Failure): void {
    if (!over) fail(failure)
  }

  function fail(failure: ApiError): void {
    if (writer?.isOpen() === true) {
      writer.push(translation!.fail(failure.message, String(failure.code)))
      writer.end()
    } else sendError(response, request.api, failure)
    conclude({ status: failure.status, error: String(failure.code) })
  }

  function collectRefusal(bytes: Buffer): void {
    refusalLength += bytes.length
    if (refusalLength <= errorLimit) refusal.push(bytes)
  }

  function conclude(outcome: Partial<Outcome>): void {
    over = true
    clearTimeout(timer)
    options.onOver({ status: 200, aborted: false, adapter, warnings: [...warnings], ...outcome })
  }
}

/** What an upstream says it sends; where it says nothing, what was asked for. */
function framingOf(contentType: string | undefined, stream: boolean, usual: BodyFraming): BodyFraming {
  if (contentType === undefined) return stream ? usual : 'json'
  if (contentType.includes('text/event-stream')) return 'sse'
  if (contentType.includes('vnd.amazon.eventstream')) return 'aws-eventstream'
  return contentType.includes('ndjson') ? 'ndjson' : 'json'
}
