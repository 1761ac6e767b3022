import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import Fastify from 'fastify'
import { createBodyRoom } from '../src/listen/bodies/body-memory.ts'
import { clientApis } from '@reason/gateway/client-apis'
import { createOpenAnswers, createRouting, createState, handle, planState } from '@reason/gateway/host'
import type { AnswerListener, Upstream } from '@reason/gateway/upstreams'
import { loadConfig } from '../src/config/load.ts'
import { openStores } from '../src/stores/stores.ts'
import { createResponseSink } from '../src/listen/response-sink.ts'
import type { Services } from '../src/routes/routes.ts'
import { openUpstream } from '../src/upstream-client/open-upstream.ts'

/** Plays what an upstream says to its listener. */
export type Play = (listener: AnswerListener) => void

export interface Bench {
  /** One request from its body to the last byte of its answer. @returns how many bytes went out */
  ask(body: Buffer, play: Play): Promise<number>
  close(): Promise<void>
}

/** The gateway between its HTTP server and its HTTP client: everything that is ours, and nothing of the network. */
export async function openBench(flags: readonly string[]): Promise<Bench> {
  const folder = mkdtempSync(join(tmpdir(), 'reason-bench-'))
  const config = await loadConfig(['--upstream', 'http://127.0.0.1:9/v1', '--data-dir', folder, ...flags], {})
  const { log } = Fastify({ logger: { level: config.logLevel, base: null, file: '/dev/null' } })
  const plan = planState(config)
  const stores = await openStores(plan.config, plan.policy, log, undefined)
  const state = createState(plan, createRouting(), stores, log, openUpstream)
  let play: Play = () => {}
  const exchange = { pause() {}, resume() {}, abort() {} }
  const upstream: Upstream = {
    ...state.first.upstream,
    chat(_, listener) {
      const now = play
      process.nextTick(() => now(listener))
      return exchange
    },
  }
  const services: Services = {
    ...state,
    first: { ...state.first, upstream },
    access: stores.access,
    answers: createOpenAnswers(),
    activity: stores.activity,
    room: createBodyRoom(2 ** 30),
    peers: undefined,
    hold: () => () => {},
  }
  const api = clientApis.find(({ id }) => id === 'openai-chat')!
  let requests = 0
  return {
    ask(body, playing) {
      play = playing
      const socket = new Nowhere()
      const incoming = new IncomingMessage(socket as unknown as Socket)
      incoming.httpVersionMajor = incoming.httpVersionMinor = 1
      const response = new ServerResponse(incoming)
      response.assignSocket(socket as unknown as Socket)
      const over = new Promise<number>((resolve) =>
        response.on('finish', () => {
          response.detachSocket(socket as unknown as Socket)
          response.emit('close')
          resolve(socket.bytes)
        }),
      )
      const asked = {
        id: `req-${requests++}`,
        api,
        head: { 'content-type': 'application/json' },
        headLines: { 'x-reason-session': ['bench'] },
        log,
        body,
        sink: createResponseSink(response, 60_000),
      }
      return handle(asked, services).then(() => over)
    },
    async close() {
      await state.close()
      await stores.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The other side of a connection, which takes everything at once. */
class Nowhere extends Duplex {
  bytes = 0
  override _read(): void {}
  override _write(chunk: Buffer, _: string, done: () => void): void {
    this.bytes += chunk.length
    done()
  }
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    for (const { chunk } of chunks) this.bytes += chunk.length
    done()
  }
  setTimeout(): this {
    return this
  }
  setKeepAlive(): this {
    return this
  }
  setNoDelay(): this {
    return this
  }
}
