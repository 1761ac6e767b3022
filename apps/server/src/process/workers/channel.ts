/** A message channel to another process of the same gateway. */
export interface ProcessChannel {
  /** Sends a request and waits for its reply. @throws {Error} If the process fails, is gone, or does not reply in time. */
  ask(what: string, ...args: unknown[]): Promise<unknown>
  /** Sends a message without a reply. */
  tell(what: string, ...args: unknown[]): void
}

/** The transport of messages, which keeps their order: a child process, or the parent of this one. */
export interface Port {
  send(messages: unknown, onSent: (error: Error | null) => void): void
  onMessage(listener: (message: unknown) => void): void
  onClosed(listener: () => void): void
}

/** The requests that this process answers, by name. */
export type Handlers = Readonly<Record<string, (...args: never[]) => unknown>>

interface Question {
  reason: 'ask'
  /** Id of the reply. 0: no reply is expected. */
  id: number
  what: string
  args: unknown[]
}

interface Answer {
  reason: 'answer'
  id: number
  value?: unknown
  error?: string
}

/** Milliseconds to wait for a reply. The other process works in memory alone. */
const timeoutMs = 5000

/** Creates a channel. Messages of one turn of the event loop are sent together: each message costs both processes a system call and a wake-up. */
export function createChannel(port: Port, handlers: Handlers): ProcessChannel {
  let lastId = 0
  /** Messages to send in this turn. */
  let outgoing: (Question | Answer)[] = []
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void; timer: NodeJS.Timeout }>()

  port.onMessage((messages) => {
    // Connections arrive as messages, too.
    if (!Array.isArray(messages)) return
    for (const message of messages as (Question | Answer)[]) {
      if (message.reason === 'ask') void answer(message)
      else settle(message)
    }
  })
  port.onClosed(() => {
    for (const id of waiting.keys()) settle({ reason: 'answer', id, error: 'The other process has ended.' })
  })

  return {
    ask(what, ...args) {
      const id = ++lastId
      return new Promise((resolve, reject) => {
        const late = (): void => settle({ reason: 'answer', id, error: `The other process did not answer "${what}" in ${timeoutMs} ms.` })
        waiting.set(id, { resolve, reject, timer: setTimeout(late, timeoutMs) })
        send({ reason: 'ask', id, what, args })
      })
    },
    tell: (what, ...args) => send({ reason: 'ask', id: 0, what, args }),
  }

  function send(message: Question | Answer): void {
    if (outgoing.push(message) === 1) setImmediate(flush)
  }

  function flush(): void {
    const messages = outgoing
    outgoing = []
    const onSent = (error: Error | null): void => {
      if (error === null) return
      for (const { reason, id } of messages) if (reason === 'ask') settle({ reason: 'answer', id, error: error.message })
    }
    try {
      port.send(messages, onSent)
    } catch (error) {
      onSent(error as Error)
    }
  }

  async function answer({ id, what, args }: Question): Promise<void> {
    const result: Answer = { reason: 'answer', id }
    try {
      const handler = handlers[what] as ((...args: unknown[]) => unknown) | undefined
      if (handler === undefined) throw new Error(`"${what}" cannot be asked of this process.`)
      result.value = await handler(...args)
    } catch (error) {
      result.error = error instanceof Error ? error.message : String(error)
    }
    if (id !== 0) send(result)
  }

  function settle({ id, value, error }: Answer): void {
    const one = waiting.get(id)
    if (one === undefined) return
    waiting.delete(id)
    clearTimeout(one.timer)
    if (error === undefined) one.resolve(value)
    else one.reject(new Error(error))
  }
}
