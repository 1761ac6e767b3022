import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/** Starts a thread that looks at the clock, and does nothing else. @returns Ends it, and says how much longer than it wanted it waited at most. */
export function startBystander(): () => Promise<number> {
  const worker = new Worker(new URL('./bystander-clock.ts', import.meta.url))
  return async () => {
    const said = once(worker, 'message')
    worker.postMessage('over')
    const [longest] = (await said) as [number]
    await worker.terminate()
    return longest
  }
}
