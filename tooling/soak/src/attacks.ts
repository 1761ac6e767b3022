import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import type { AttackerOptions, Tally } from './attacker.ts'

/**
 * Starts to send attacks in a thread.
 * @returns A function that stops the attacks and returns their tally.
 */
export function startAttacks(options: AttackerOptions): () => Promise<Tally> {
  const worker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData: options })
  const said = once(worker, 'message')
  return async () => {
    worker.postMessage('over')
    const [tally] = (await said) as [Tally]
    await worker.terminate()
    return tally
  }
}
