import type { Answer, Statement } from './engine.ts'

/** What is there while somebody asks. */
interface Opened {
  isAlive(): boolean
  query(statement: Statement): Promise<Answer>
  close(): Promise<void>
}

/**
 * A connection that is opened when it is asked something, and closed when nobody has asked for a while: its thread and its pages are 15 to 30 MB, and
 * many a process writes for days and reads nothing.
 */
export function onDemand(open: () => Promise<Opened>, idleMs: number): Pick<Opened, 'query' | 'close'> {
  let current: Promise<Opened> | undefined
  let asking = 0
  let timer: NodeJS.Timeout | undefined

  return { query, close }

  async function query(statement: Statement): Promise<Answer> {
    clearTimeout(timer)
    asking++
    try {
      return await (await alive()).query(statement)
    } finally {
      if (--asking === 0 && current !== undefined) timer = setTimeout(() => void close().catch(() => {}), idleMs).unref()
    }
  }

  /** Another one, where its thread has ended. One that could not be opened is tried again by whoever asks next. */
  async function alive(): Promise<Opened> {
    const asked = (current ??= opening())
    const opened = await asked
    if (opened.isAlive()) return opened
    if (current === asked) current = undefined
    return alive()
  }

  function opening(): Promise<Opened> {
    const opened = open()
    opened.catch(() => {
      if (current === opened) current = undefined
    })
    return opened
  }

  async function close(): Promise<void> {
    clearTimeout(timer)
    const last = current
    current = undefined
    await (await last)?.close()
  }
}
