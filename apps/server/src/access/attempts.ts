import type { ApiError } from '@reason/gateway/errors'

/**
 * Failed sign-ins by address. An address may be a proxy's, with all users behind it: a key that is one signs in however many failed before. Its
 * secret of 256 bits cannot be guessed at any rate, so the limit is against programs that go on with a wrong one.
 */
export interface Attempts {
  /** Why a failed sign-in is answered with a wait. */
  refusal(from: string): ApiError | undefined
  /** It was none. */
  failed(from: string): void
}

export interface AttemptsOptions {
  /** Unix milliseconds. Default `Date.now`. */
  now?: () => number
  /** In a minute, from one address. Default 20. */
  most?: number
  /** Addresses that are remembered; the oldest has to go. Default 10,000. */
  addresses?: number
}

const windowMs = 60_000

export function createAttempts({ now = Date.now, most = 20, addresses = 10_000 }: AttemptsOptions = {}): Attempts {
  /** By address, in the order in which they are forgotten. */
  const failures = new Map<string, { count: number; until: number }>()

  return {
    refusal(from) {
      forget()
      const known = failures.get(from)
      return known === undefined || known.count < most ? undefined : tooMany(known.until - now())
    },
    failed(from) {
      forget()
      const known = failures.get(from)
      if (known !== undefined) known.count++
      else failures.set(from, { count: 1, until: now() + windowMs })
      if (failures.size > addresses) failures.delete(failures.keys().next().value!)
    },
  }

  function forget(): void {
    for (const [from, { until }] of failures) {
      if (until > now()) return
      failures.delete(from)
    }
  }
}

function tooMany(ms: number): ApiError {
  const seconds = Math.max(1, Math.ceil(ms / 1000))
  return {
    status: 429,
    type: 'rate_limit_error',
    code: 'too_many_attempts',
    message: `This key is not known, and this address has sent too many unknown keys. Try another one in ${seconds} s; a valid key still signs in at once.`,
    headers: { 'retry-after': String(seconds) },
  }
}
