import type { Evidence } from './server-description.ts'

/**
 * Sends one authorised HTTP request to the upstream. The path is relative to the upstream's origin, not to its `/v1`. A
 * body makes it a POST.
 *
 * @returns Undefined without a response in time, or without JSON. Header names are in lower case.
 */
export type Ask = (
  path: string,
  body?: unknown,
) => Promise<{ status: number; headers?: Readonly<Record<string, string>>; json: unknown } | undefined>

export interface ProbeReply {
  /** HTTP status. 0 without a response. */
  status: number
  headers: Readonly<Record<string, string>>
  /** Undefined unless the status is 200. */
  json: unknown
}

/** Sends each question once and keeps the evidence in the order of the questions. */
export interface Questions {
  ask(path: string, body?: unknown): Promise<ProbeReply>
  /** Records a fact from a response. Several facts of one request are joined, and duplicates are dropped. */
  note(path: string, told: string): void
  evidence(): Evidence[]
}

const longestNote = 240

export function createQuestions(ask: Ask): Questions {
  const asked = new Map<string, { reply: Promise<ProbeReply>; method: 'GET' | 'POST'; status?: number; told: Set<string> }>()

  return {
    ask(path, body) {
      const known = asked.get(path)
      if (known !== undefined) return known.reply
      const reply = exchange(ask, path, body)
      const entry: { reply: Promise<ProbeReply>; method: 'GET' | 'POST'; status?: number; told: Set<string> } = {
        reply,
        method: body === undefined ? 'GET' : 'POST',
        told: new Set(),
      }
      asked.set(path, entry)
      void reply.then(({ status }) => (entry.status = status))
      return reply
    },
    note(path, told) {
      asked.get(path)?.told.add(told)
    },
    evidence: () =>
      [...asked].map(([path, { method, status = 0, told }]) => ({
        asked: `${method} ${path}`,
        told: oneLine(
          told.size > 0 ? [...told].join(', ') : status === 0 ? 'no answer in JSON' : status === 200 ? 'nothing' : `HTTP ${status}`,
        ),
      })),
  }
}

/** Sends a request. The server is not trusted, so an `ask` that throws counts as no response. */
async function exchange(ask: Ask, path: string, body: unknown): Promise<ProbeReply> {
  try {
    const answer = await ask(path, body)
    if (answer === undefined) return { status: 0, headers: {}, json: undefined }
    const { status, headers = {}, json } = answer
    return { status, headers, json: status === 200 ? json : undefined }
  } catch {
    return { status: 0, headers: {}, json: undefined }
  }
}

/** Replaces control characters, which could otherwise reach a terminal. */
// oxlint-disable-next-line no-control-regex -- they are what is taken out
const oneLine = (text: string): string => text.replaceAll(/[\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g, ' ').slice(0, longestNote)
