/** How far a long work is: a line on standard error that paints over itself, in a terminal only. */
export interface Progress {
  add(amount: number): void
  done(): void
}

/** No more often than this is the line painted. */
const everyMs = 100
const width = 24

/** @param total - Of the amounts to come; 0: not known. */
export function createProgress(what: string, total: number, stream: NodeJS.WriteStream = process.stderr): Progress {
  if (!stream.isTTY) return { add() {}, done() {} }
  const startedAt = Date.now()
  let amount = 0
  let paintedAt = startedAt
  return {
    add(more) {
      amount += more
      const now = Date.now()
      if (now - paintedAt < everyMs) return
      paintedAt = now
      stream.write(`\r\u001B[2K${line(now)}`)
    },
    done: () => void stream.write('\r\u001B[2K'),
  }

  function line(now: number): string {
    if (total === 0) return `${what} ${amount}`
    const share = Math.min(1, amount / total)
    const left = share === 0 ? '' : `, ${Math.ceil(((now - startedAt) / share - (now - startedAt)) / 1000)} s left`
    return `${'█'.repeat(Math.round(share * width)).padEnd(width, '░')} ${Math.floor(share * 100)} % ${what}${left}`
  }
}
