import { existsSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { openEngine, type EngineAnswer, type SqliteEngine, type EngineOptions } from './engine.ts'

type Asynchronous<Engine> = {
  [Name in keyof Engine]: Engine[Name] extends (...args: infer Args) => infer Result ? (...args: Args) => Promise<Result> : never
}

/** Asynchronous interface of an engine. */
export interface Connection extends Asynchronous<SqliteEngine> {
  /** False if the worker thread has ended. */
  isAlive(): boolean
}

/** Opens an engine in a worker thread, so that queries do not block the streams of a gateway. Without `thread`, opens it in this thread. */
export async function connect(options: EngineOptions, thread: boolean): Promise<Connection> {
  const file = workerFile()
  const open = async () => (thread && file !== undefined ? inWorker(file, options) : inThread(openEngine(options)))
  for (let attempt = 0; ; attempt++) {
    try {
      return await open()
    } catch (error) {
      // Two processes that enable WAL at once do not wait for each other.
      if (attempt >= 20 || !String((error as { code?: unknown }).code).startsWith('SQLITE_BUSY')) throw error
      await delay(25 + Math.random() * 50)
    }
  }
}

/** Finds the worker: beside this file in the sources, one folder further down from the bundle. Undefined if another bundler left it out. */
function workerFile(): URL | undefined {
  const here = import.meta.url
  const url = here.endsWith('.ts') ? new URL('./worker.ts', here) : new URL('./sqlite/worker.js', here)
  return existsSync(fileURLToPath(url)) ? url : undefined
}

function inThread(engine: SqliteEngine): Connection {
  return {
    isAlive: () => true,
    query: async (statement) => engine.query(statement),
    insert: async (...args) => engine.insert(...args),
    remove: async (...args) => engine.remove(...args),
    giveBack: async (...args) => engine.giveBack(...args),
    close: async () => engine.close(),
  }
}

/** Limit of the worker's young generation. The worker holds one batch, or one page of results, at a time. */
const maxYoungGenerationSizeMb = 8

interface Waiting {
  resolve(value: unknown): void
  reject(error: unknown): void
}

async function inWorker(file: URL, options: EngineOptions): Promise<Connection> {
  const worker = new Worker(file, { workerData: options, resourceLimits: { maxYoungGenerationSizeMb } })
  const waiting = new Map<number, Waiting>()
  let last = 0
  let ended: Error | undefined
  const ready = new Promise<unknown>((resolve, reject) => waiting.set(0, { resolve, reject }))

  worker.on('message', ({ id, value, error }: { id: number; value?: unknown; error?: { message: string; code?: unknown } }) => {
    const one = waiting.get(id)
    waiting.delete(id)
    if (error === undefined) one?.resolve(value)
    else one?.reject(Object.assign(new Error(error.message), error))
    if (waiting.size === 0) worker.unref()
  })
  worker.on('error', (error) => end(error as Error))
  worker.on('exit', () => end(new Error('The thread of the database has ended.')))
  await ready

  return {
    isAlive: () => ended === undefined,
    query: async (statement) => (await call('query', statement)) as EngineAnswer,
    insert: async (...args) => (await call('insert', ...args)) as number,
    remove: async (...args) => (await call('remove', ...args)) as number,
    giveBack: async (...args) => (await call('giveBack', ...args)) as number,
    async close() {
      if (ended === undefined) await call('close')
      await worker.terminate()
    },
  }

  function call(method: keyof SqliteEngine, ...args: unknown[]): Promise<unknown> {
    if (ended !== undefined) return Promise.reject(ended)
    return new Promise((resolve, reject) => {
      const id = ++last
      waiting.set(id, { resolve, reject })
      // The process stays alive for open requests, but not for an idle worker.
      worker.ref()
      worker.postMessage({ id, method, args })
    })
  }

  function end(error: Error): void {
    ended ??= error
    for (const one of waiting.values()) one.reject(error)
    waiting.clear()
  }
}
