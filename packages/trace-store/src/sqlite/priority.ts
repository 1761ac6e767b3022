import { readlinkSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Lowers the priority of this thread, so that request threads win when cores are scarce. It still gets about a tenth of the time. Only on Linux, where
 * priorities are per thread.
 */
export function goLast(): void {
  if (process.platform !== 'linux') return
  try {
    setPriority(Number(readlinkSync('/proc/thread-self').split('/').at(-1)), constants.priority.PRIORITY_BELOW_NORMAL)
  } catch {
    // A kernel that does not let us: traces are written all the same.
  }
}
