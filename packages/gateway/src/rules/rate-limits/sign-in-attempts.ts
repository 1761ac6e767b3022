import type { ApiError } from '../../errors/api-error.ts'

/**
 * Failed sign-ins by address. An address may be a proxy's, with all users behind it, so a valid key signs in however many attempts failed before. Its secret of
 * 256 bits cannot be guessed at any rate. The limit is for programs that repeat a wrong key.
 */
export interface SignInAttempts {
  /** Error with a waiting time for an address that has failed too often. */
  refusal(from: string): ApiError | undefined
  failed(from: string): void
}

export interface SignInAttemptsOptions {
  /** Unix milliseconds. Default `Date.now`. */
  now?: () => number
  /** Failures per minute and address. Default 20. */
  most?: number
  /** Maximum number of remembered addresses. The oldest is dropped first. Default 10,000. */
  addresses?: number
}

const windowMs = 60_000

export function createSignInAttempts({ now = Date.now, most = 20, addresses = 10_000 }: SignInAttemptsOptions = {}): SignInAttempts {
  /** Failures by address, in order of expiry. */
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
