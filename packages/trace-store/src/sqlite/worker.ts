import { parentPort, workerData } from 'node:worker_threads'
import { openEngine, type EngineOptions } from './engine.ts'
import { goLast } from './priority.ts'

/** What the other side of the channel asks for: a method of the engine. */
interface Call {
  id: number
  method: 'query' | 'transaction' | 'insert' | 'remove' | 'giveBack' | 'close'
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

/** An error's code does not survive the way between threads by itself. */
function plain(error: unknown): { message: string; code?: unknown; name: string } {
  const { message, code, name } = error as Error & { code?: unknown }
  return { message, code, name }
}
