import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { Agent as TlsAgent, request as httpsRequest } from 'node:https'
import type { Socket } from 'node:net'
import { Readable } from 'node:stream'
import { Agent, request as httpRequest } from '../node-http.ts'
import { isInPieces, lengthOf } from './body-pieces.ts'
import { wasStale } from './stale-connection.ts'
import { onread, readWith, toParser } from './raw-socket-reads.ts'
import {
  createDechunker,
  deaf,
  lingering,
  mostInterim,
  tooManyInterim,
  type AnswerListener,
  type BodyBytes,
  type Dechunker,
  type UpstreamCall,
  type UpstreamFailure,
} from '@reason/gateway/upstreams'

/** How long each phase of a request may take, in milliseconds. */
export interface Phases {
  connectTimeout: number
  responseTimeout: number
  idleTimeout: number
}

export interface StreamRequest {
  path: string
  headers: Readonly<Record<string, string>>
  body: BodyBytes
}

export interface StreamClient {
  post(request: StreamRequest, listener: AnswerListener): UpstreamCall
  close(): void
}

/** Milliseconds that an idle connection is kept. Shorter than servers keep theirs, so that no server closes a connection that is being reused. */
const keptMs = 4000

/** Last chunk of the body, for Node's parser. */
const lastChunk = Buffer.from('0\r\n\r\n')

/**
 * Client for streamed responses. Node handles connections, heads, TLS and reuse. A chunked body is read past Node's parser.
 *
 *   head ─▶ Node's parser ─▶ response
 *   body ─▶ dechunker ─▶ listener, one call per read
 *               └─unusual─▶ Node's parser, for the rest of the body
 */
export function createStreamClient(
  base: URL,
  { connectTimeout, responseTimeout, idleTimeout }: Phases,
  describe: (error: Error, hasBegun: boolean) => UpstreamFailure,
): StreamClient {
  const isTls = base.protocol === 'https:'
  const kept = { keepAlive: true, timeout: keptMs, maxFreeSockets: 1024, onread }
  const agent = isTls ? new TlsAgent(kept) : new Agent(kept)
  const send = isTls ? httpsRequest : httpRequest
  const host: RequestOptions = { agent, method: 'POST', host: base.hostname.replaceAll(/[[\]]/g, ''), port: base.port }

  return { post, close: () => agent.destroy() }

  function post({ path, headers, body }: StreamRequest, asked: AnswerListener): UpstreamCall {
    let listener = asked
    let socket: Socket | undefined
    let response: IncomingMessage | undefined
    /** Set while the body is read past the parser. */
    let chunks: Dechunker | undefined
    /** True while the parser gets the head alone. */
    let isHeadAlone = false
    let timer: NodeJS.Timeout | undefined
    let heardAt = 0
    let paused = false
    let over = false
    let interim = 0

    const startedAt = performance.now()
    let isResent = false
    let request = start()
    return { pause, resume, abort: (why) => (why === 'complete' ? leave() : abort()) }

    function start(): ClientRequest {
      const started = send({ ...host, path, headers: { ...headers, 'content-length': String(lengthOf(body)) } })
      started.on('socket', onSocket)
      started.on('response', onResponse)
      started.on('information', () => void (++interim > mostInterim && fail(tooManyInterim())))
      started.on('error', (error) => lose(started, error))
      // Most requests are over by then, so the error with its stack is only created if needed.
      started.on('close', () => void (over || lose(started, lost('ECONNRESET', 'the connection was closed'))))
      within(connectTimeout, 'CONNECT_TIMEOUT')
      if (isInPieces(body)) Readable.from(body).pipe(started)
      else started.end(body)
      return started
    }

    function lose(sent: ClientRequest, error: Error): void {
      if (sent !== request) return
      if (over || isResent || response !== undefined || !sent.reusedSocket || !wasStale(error, startedAt)) return fail(error)
      isResent = true
      request = start()
    }

    function onSocket(given: Socket): void {
      socket = given
      if (over) return
      socket.setTimeout(0)
      readWith(socket, read)
      if (socket.connecting) socket.once(isTls ? 'secureConnect' : 'connect', onConnected)
      else onConnected()
    }

    function onConnected(): void {
      if (response === undefined && !over) within(responseTimeout, 'FIRST_BYTE_TIMEOUT')
    }

    function read(buffer: Buffer, length: number): void {
      heardAt = performance.now()
      // Node resumes a response in the next tick, even if it was paused since.
      if (paused) socket!.pause()
      const from = response === undefined ? readHead(buffer, length) : 0
      if (over || from === length) return
      if (chunks !== undefined) readChunks(chunks, buffer, from, length)
      // The server sent more bytes than announced.
      else if (response?.complete === true) socket!.destroy()
      else toParser(socket!, buffer.subarray(from, length))
    }

    /** @returns Start of the body. 0 if the read is not the start of a response with a complete head; then the parser gets all of it. */
    function readHead(buffer: Buffer, length: number): number {
      const bytes = buffer.subarray(0, length)
      const end = bytes.indexOf('\r\n\r\n')
      if (end === -1 || !/^HTTP\/1\.1 [2-5]/.test(bytes.toString('latin1', 0, 10))) return 0
      isHeadAlone = true
      toParser(socket!, bytes.subarray(0, end + 4))
      isHeadAlone = false
      return end + 4
    }

    function onResponse(given: IncomingMessage): void {
      if (over) return
      response = given
      const { statusCode = 0, headers: head } = given
      if (isHeadAlone && isChunked(given)) chunks = createDechunker()
      given.on('data', (bytes: Buffer) => void (over || listener.onData(bytes, false)))
      given.on('end', finish)
      given.on('error', fail)
      clearTimeout(timer)
      heardAt = performance.now()
      timer = setTimeout(checkSilence, idleTimeout)
      listener.onHead(statusCode, head)
    }

    function readChunks(from: Dechunker, buffer: Buffer, start: number, length: number): void {
      const { state, from: dataFrom, to, at, before } = from.read(buffer, start, length)
      if (to > dataFrom) listener.onData(buffer.subarray(dataFrom, to), false)
      if (state === 'open' || over) return
      chunks = undefined
      if (state === 'odd') return toParser(socket!, Buffer.concat([Buffer.from(before, 'latin1'), buffer.subarray(at, length)]))
      if (state === 'broken') return fail(lost('HPE_STRICT', 'a chunk does not end with a line end'))
      toParser(socket!, lastChunk)
      if (at < length) socket!.destroy()
      finish()
    }

    function checkSilence(): void {
      if (paused) heardAt = performance.now()
      const left = idleTimeout - (performance.now() - heardAt)
      if (left > 0) timer = setTimeout(checkSilence, left)
      else fail(lost('IDLE_TIMEOUT', 'silence'))
    }

    function within(ms: number, code: string): void {
      clearTimeout(timer)
      timer = setTimeout(() => fail(lost(code, 'too late')), ms)
    }

    function pause(): void {
      paused = true
      if (!over) socket?.pause()
    }

    function resume(): void {
      paused = false
      heardAt = performance.now()
      if (!over) socket?.resume()
    }

    /** Reads the rest of a complete answer, so that its connection can be used again. */
    function leave(): void {
      if (over) return
      listener = deaf
      clearTimeout(timer)
      timer = setTimeout(abort, lingering)
      if (paused) resume()
    }

    function abort(): void {
      if (over) return
      end()
      request.destroy()
    }

    function finish(): void {
      if (over) return
      end()
      // The connection returns to the pool, and the next request must be able to read.
      if (paused) socket!.resume()
      // The server answered before it read the whole request. It may never read the rest, so the connection is closed.
      if (!request.writableFinished) request.destroy()
      listener.onEnd()
    }

    function fail(error: Error): void {
      if (over) return
      abort()
      listener.onFailure(describe(error, response !== undefined))
    }

    function end(): void {
      over = true
      clearTimeout(timer)
      if (socket !== undefined) readWith(socket, undefined)
    }
  }
}

/** Whether the body is chunked, without any other encoding or length. */
const isChunked = ({ httpVersion, headers }: IncomingMessage): boolean =>
  httpVersion === '1.1' && headers['transfer-encoding'] === 'chunked' && headers['content-length'] === undefined

const lost = (code: string, message: string): Error => Object.assign(new Error(message), { code })
