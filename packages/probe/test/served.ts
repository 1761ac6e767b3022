import type { Ask } from '../src/index.ts'

/** Answers of a server by method and path. A missing path is a 404; `null` is a timeout. */
export type Served = Readonly<Record<string, unknown>>

export interface ServedServer {
  ask: Ask
  /** Every request, in order. */
  got: { path: string; body: unknown }[]
}

/** An answer with another status than 200, or with headers. */
export class Answer {
  readonly status: number
  readonly json: unknown
  readonly headers: Record<string, string>

  constructor(status: number, json: unknown, headers: Record<string, string> = {}) {
    this.status = status
    this.json = json
    this.headers = headers
  }
}

export function serveAnswers(served: Served, headers: Record<string, string> = {}): ServedServer {
  const got: ServedServer['got'] = []
  return {
    got,
    ask: async (path, body) => {
      got.push({ path, body })
      const given = served[`${body === undefined ? 'GET' : 'POST'} ${path}`]
      if (given === null) return undefined
      if (given instanceof Answer) return { status: given.status, headers: { ...headers, ...given.headers }, json: given.json }
      // The round trip through JSON imitates the network.
      if (given !== undefined) return { status: 200, headers, json: JSON.parse(JSON.stringify(given)) }
      return { status: 404, headers, json: { detail: 'Not Found' } }
    },
  }
}

export const modelsOf = (owner: string, ...ids: string[]): object => ({
  object: 'list',
  data: ids.map((id) => ({ id, object: 'model', created: 1, owned_by: owner })),
})
