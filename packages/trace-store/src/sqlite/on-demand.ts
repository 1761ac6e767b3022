import type { EngineAnswer, Statement } from './engine.ts'

/** A connection that can end. */
interface Opened {
  isAlive(): boolean
  query(statement: Statement): Promise<EngineAnswer>
  close(): Promise<void>
}

/**
 * A connection that opens at the first query and closes after a while without one. Its thread and pages take 15 to 30 MB, and many
 * processes write for days without reading.
 */
export function onDemand(open: () => Promise<Opened>, idleMs: number): Pick<Opened, 'query' | 'close'> {
  let current: Promise<Opened> | undefined
  let asking = 0
  let timer: NodeJS.Timeout | undefined

  return { query, close }

  async function query(statement: Statement): Promise<EngineAnswer> {
    clearTimeout(timer)
    asking++
    try {
      return await (await alive()).query(statement)
    } finally {
      if (--asking === 0 && current !== undefined) timer = setTimeout(() => void close().catch(() => {}), idleMs).unref()
    }
  }

  /** Opens another connection if the thread of the last one has ended. If opening fails, the next query tries again. */
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
