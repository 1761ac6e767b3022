import { setFlagsFromString } from 'node:v8'

/**
 * V8 flags for a process that forwards much and keeps little. A flag that the operator passes to Node wins. The figures were measured
 * with 64 concurrent clients.
 */
const v8Flags = [
  // A gateway process has about one core. Parallel garbage collection threads would wait for each other on it, which costs more than the work.
  '--no-parallel-scavenge',
  // With pretenuring, V8 allocates objects as old if others of their kind lived long for a while, as in the first seconds under load. Dead ones keep young
  // objects alive until the next full collection. In about every second process, this took a third of the time, and p99 latency was three times as long.
  '--no-allocation-site-pretenuring',
  // Young generation in MB: half of V8's default on a large machine, which was no faster. With a quarter, requests cost a fourth more.
  '--max-semi-space-size=16',
  // Growth of the old generation before a collection, in percent. V8's default on a large machine is 300: 150 MB more, and no faster.
  '--heap-growing-percent=50',
]

const nodeFlags = [
  // Clients name models and tools. As a key of an object, "__proto__" would otherwise reach the prototype of all objects.
  '--disable-proto=delete',
]

const environment = {
  // The C library keeps freed memory in arenas per thread. Two arenas instead of eight per core are enough if one thread does nearly all work.
  MALLOC_ARENA_MAX: '2',
  // The C library returns free memory at the end of an arena above this size. Its dynamic default grows to 64 MB, because compilation allocates and frees much.
  MALLOC_TRIM_THRESHOLD_: '131072',
  // Node reads sockets into buffers of 64 kB. Among small blocks of an arena they leave holes that are never returned: 220 MB after floods of large bodies.
  MALLOC_MMAP_THRESHOLD_: '65536',
}

/**
 * Sets the flags. V8 and the C library read sizes only at process start. The process therefore replaces itself, with the same id, streams and arguments, and
 * this function returns in the new process. It returns at once if replacing is impossible (on Windows), or if a parent process holds a channel, which would be
 * cut off. Then only the flags of V8 that can change at run time apply.
 */
export function setProcessFlags(): void {
  const missing = v8Flags.filter((flag) => !isGiven(flag))
  const all = [...nodeFlags.filter((flag) => !isGiven(flag)), ...missing]
  const isAlone = process.channel === undefined
  try {
    if (all.length > 0 && isAlone) {
      const argv = [process.argv0, ...all, ...process.execArgv, ...process.argv.slice(1)]
      process.execve?.(process.execPath, argv, { ...environment, ...process.env })
    }
  } catch {
    // Not on this platform, or not allowed.
  }
  for (const flag of missing) setFlagsFromString(flag)
  // The main thread has its size now. The flag would also override the sizes that other threads were created with.
  setFlagsFromString('--max-semi-space-size=0')
}

/** Whether the operator set the flag, to another value or its opposite. */
function isGiven(flag: string): boolean {
  const given = [...process.execArgv, ...(process.env['NODE_OPTIONS'] ?? '').split(/\s+/)]
  return given.map(nameOf).includes(nameOf(flag))
}

function nameOf(flag: string): string {
  const [name = ''] = flag.replaceAll('_', '-').split('=')
  return name.replace(/^--(no-)?/, '')
}
