import process from 'node:process'
import { createGateway, type Gateway } from '@reason/gateway'

interface Environment {
  /** Address of the model server. */
  UPSTREAM: string
}

let gateway: Gateway | undefined

/** Handler for Bun, Deno and Workers. The first request creates the gateway, because Workers allow no timers earlier. */
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
