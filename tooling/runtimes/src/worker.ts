import process from 'node:process'
import { createGateway, type Gateway } from '@reason/gateway'

interface Environment {
  /** Address of the model server. */
  UPSTREAM: string
}

let gateway: Gateway | undefined

/** What Bun, Deno and Workers serve: a gateway that is made with the first request, as Workers allow no timers before. */
export default {
  fetch(request: Request, environment?: Partial<Environment>, context?: { waitUntil?(work: Promise<unknown>): void }): Promise<Response> {
    gateway ??= createGateway({
      upstream: environment?.UPSTREAM ?? process.env['UPSTREAM']!,
      startProbe: false,
      keepAlive: 50,
      sessionBudget: 5,
      log: { debug() {}, info() {}, warn: say, error: say },
    })
    return gateway.fetch(request, context)
  },
}

function say(details: object, message: string): void {
  console.error(message, JSON.stringify(details))
}
