import { parentPort, workerData } from 'node:worker_threads'
import { openEngine, type EngineOptions, type SqliteEngine } from './engine.ts'
import { goLast } from './priority.ts'

/** A call of an engine's method from the other thread. */
interface Call {
  id: number
  method: keyof SqliteEngine
  args: unknown[]
}

const port = parentPort!
try {
  const options = workerData as EngineOptions
  if (options.background) goLast()
  const engine = openEngine(options)
  port.on('message', ({ id, method, args }: Call) => {
    try {
      const value = (engine[method] as (...args: unknown[]) => unknown)(...args)
      port.postMessage({ id, value })
    } catch (error) {
      port.postMessage({ id, error: plain(error) })
    }
    if (method === 'close') port.close()
  })
  port.postMessage({ id: 0 })
} catch (error) {
  port.postMessage({ id: 0, error: plain(error) })
  port.close()
}

/** Plain object for an error, because messages between threads lose its code. */
function plain(error: unknown): { message: string; code?: unknown; name: string } {
  const { message, code, name } = error as Error & { code?: unknown }
  return { message, code, name }
}
