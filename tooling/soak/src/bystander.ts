import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

/**
 * Starts a thread that only reads the clock.
 * @returns A function that ends the thread and returns the longest delay of its timer, in milliseconds.
 */
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
