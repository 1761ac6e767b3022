import { setTimeout as sleep } from 'node:timers/promises'
import { isMainThread, parentPort, workerData } from 'node:worker_threads'
import { attacks } from '@reason/testkit/attacks'

export interface AttackerOptions {
  /** Port of the gateway on loopback. */
  port: number
  /** Milliseconds between the end of one attack and the next. */
  everyMs: number
}

/** Counts and failures of the attacks. */
export interface Tally {
  sent: number
  /** Attacks with an unexpected response, and that response. At most 20. */
  wrong: string[]
}

/** Sends one attack after the other until the thread gets a message. A thread of its own leaves the clients' clocks undisturbed. */
async function attack({ port, everyMs }: AttackerOptions): Promise<Tally> {
  const tally: Tally = { sent: 0, wrong: [] }
  const bodies = attacks.map(({ body }) => new Uint8Array(body()))
  let isOver = false
  parentPort!.once('message', () => (isOver = true))
  while (!isOver) {
    const index = tally.sent++ % attacks.length
    const { what, path, encoding, status } = attacks[index]!
    const headers = { 'content-type': 'application/json', ...(encoding !== undefined && { 'content-encoding': encoding }) }
    try {
      const response = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body: bodies[index]! })
      await response.arrayBuffer()
      if (response.status !== status) wrong(`${what}, to ${path}: HTTP ${response.status}, and not ${status}`)
    } catch (error) {
      wrong(`${what}, to ${path}: ${String((error as Error).cause ?? error)}`)
    }
    await sleep(everyMs)
  }
  return tally

  function wrong(what: string): void {
    if (tally.wrong.length < 20) tally.wrong.push(what)
  }
}

if (!isMainThread) parentPort!.postMessage(await attack(workerData as AttackerOptions))
