import { matchesModel } from '@reason/core/adapter'
import type { KeyRecord } from './record.ts'
import { hashOf, isHash, isSecret, parseSecret } from './secret.ts'

/** The authenticated key, or the reason for the rejection. */
export type Authentication =
  | { ok: true; key: KeyRecord }
  | { ok: false; reason: 'missing' | 'malformed' | 'unknown' | 'revoked' | 'expired'; message: string }

export type KeyRefusal = Extract<Authentication, { ok: false }>

/** Stored identity of a key that a client presented. It does not grant access. */
export interface Remembered {
  id: string
  hash: string
}

export interface Keyring {
  /** @param shown - Key that the client presented, without `Bearer`. */
  authenticate(shown: string | undefined): Authentication
  /** Authenticates a remembered key again, for page sessions. */
  again(remembered: Remembered): Authentication
  /**
   * Returns the reason to stop a stream that a key opened: the key was revoked, removed, or rotated without a grace
   * period. Undefined for a key that has only expired: its running streams finish.
   */
  takenBack(remembered: Remembered): KeyRefusal | undefined
  readonly size: number
}

/** The hash that an unknown key is compared with, so that the response time does not reveal which keys exist. */
const noHash = `sha256:${'0'.repeat(64)}`

/**
 * Creates a keyring, which authenticates each request.
 *
 * @param now - Unix milliseconds. Default `Date.now`.
 */
export function createKeyring(records: readonly KeyRecord[], now: () => number = Date.now): Keyring {
  const byId = new Map(records.map((record) => [record.id, record]))
  return {
    authenticate,
    again: ({ id, hash }) => admit(byId.get(id), (kept) => isHash(hash, kept)),
    takenBack({ id, hash }) {
      const key = byId.get(id)
      if (key === undefined || !(isHash(hash, key.hash) || isHash(hash, key.previous?.hash ?? noHash))) return unknown
      return key.revokedAt === undefined ? undefined : revoked(key)
    },
    size: byId.size,
  }

  function authenticate(shown: string | undefined): Authentication {
    if (shown === undefined || shown.trim() === '') {
      return refused('missing', 'The request has no key. Send one in the header authorization (Bearer …), or x-api-key.')
    }
    const said = parseSecret(shown)
    if (said === undefined) return malformed
    return admit(byId.get(said.id), (kept) => isSecret(said.secret, kept))
  }

  function admit(key: KeyRecord | undefined, isShown: (kept: string) => boolean): Authentication {
    const isCurrent = isShown(key?.hash ?? noHash)
    const isPrevious = isShown(key?.previous?.hash ?? noHash) && (key?.previous?.until ?? 0) > now()
    if (key === undefined || !(isCurrent || isPrevious)) return unknown
    if (key.revokedAt !== undefined) return revoked(key)
    if (key.expiresAt !== undefined && key.expiresAt <= now()) {
      return refused(
        'expired',
        `The key ${key.id} expired at ${new Date(key.expiresAt).toISOString()}. Ask the operator of the gateway for another one.`,
      )
    }
    return { ok: true, key }
  }
}

const refused = (reason: KeyRefusal['reason'], message: string): KeyRefusal => ({ ok: false, reason, message })

const malformed = refused('malformed', 'This key is not known. Check it (rsk_, then two parts), or ask the operator for one.')

const unknown = refused('unknown', 'The key is not known, or was rotated. Ask the operator of the gateway for one.')

const revoked = ({ id }: KeyRecord): KeyRefusal =>
  refused('revoked', `The key ${id} was revoked. Ask the operator of the gateway for another one.`)

/** Undefined for a text that is no key. */
export function remember(shown: string): Remembered | undefined {
  const said = parseSecret(shown)
  return said && { id: said.id, hash: hashOf(said.secret) }
}

/** Tells whether a key may use a model: in any spelling, but with its tag, which may name another size or a service that costs more. */
export const allowsModel = ({ models }: Pick<KeyRecord, 'models'>, model: string): boolean =>
  models === undefined || matchesModel(models.map(withTag), withTag(model))

/** Makes a tag part of the name, so that no spelling leaves it out. `latest` is no difference. */
const withTag = (name: string): string => name.replaceAll(':', '-')
