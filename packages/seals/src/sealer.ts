import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto'
import { headOf, lengthOf, randomBytesOf, readEnvelope, writeEnvelope, type Envelope } from './envelope.ts'
import { parseSealerOptions, sameKeyTwice, type SealerOptions } from './options.ts'
import { issuedAtOf, packRecord, unpackRecord, type SealedRecord } from './payload.ts'

/** Context of a sealed value. A value can be opened only if every field is the same, or its format is one of `formerClients`. */
export interface SealContext {
  /** Id of the gateway, or of the replicas that share its keys. */
  instance: string
  /** Owner of the client's key. */
  tenant: string
  /** Id of the client's format: `openai-chat`. */
  client: string
  /** Other formats whose values are opened as well, as a client may change its API within a conversation. */
  formerClients?: readonly string[]
  /** Model name that the client uses. Absent: a conversation may move between models. */
  model?: string
}

/** Reason why a value was not opened. */
export type OpenFailure =
  /** The value was truncated or changed in transit. */
  | 'damaged'
  /** The value was sealed with a key that is unknown or was removed. */
  | 'unknown-key'
  /** The value was sealed for another client or conversation, or is forged. */
  | 'foreign'
  | 'expired'
  | 'too-large'
  /** The value was sealed by a later release. */
  | 'unsupported'

/** A sealed value, or why there is none. */
export type SealingResult = { ok: true; value: string } | { ok: false; reason: 'too-large' }
/** An opened record with its size in bytes of JSON, or why it was not opened. */
export type OpenedSeal = { ok: true; record: SealedRecord; bytes: number } | { ok: false; reason: OpenFailure }

/** Seals and opens records. Neither method throws or keeps state. */
export interface Sealer {
  seal(record: SealedRecord, context: SealContext): SealingResult
  /**
   * @param maxBytes - Maximum size of the record, in bytes of JSON, if less is left than the options allow.
   * @param isVouchedFor - True if a younger value of the same conversation vouches for this one, so that its age is
   * ignored. Default false.
   */
  open(value: string, context: SealContext, maxBytes?: number, isVouchedFor?: boolean): OpenedSeal
}

/**
 * Creates a sealer with AES-256-GCM. Each value has its own derived key, so that the number of random nonces is
 * unlimited.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`
 */
export function createSealer(options: SealerOptions): Sealer {
  const { keys: secrets, maxAgeMs, maxLength, maxRecordBytes, now } = parseSealerOptions(options)
  const keys = secrets.map(readKey)
  const [current] = keys as [Key, ...Key[]]
  const byId = new Map(keys.map((key) => [hex(key.id), key]))
  if (byId.size < keys.length) throw sameKeyTwice()

  return { seal, open }

  function seal(record: SealedRecord, context: SealContext): SealingResult {
    const plain = packRecord(record, now(), maxRecordBytes)
    if (plain === 'too-large' || lengthOf(plain.length) > maxLength) return { ok: false, reason: 'too-large' }
    const random = randomBytes(randomBytesOf)
    const head = headOf(current.id, random)
    const cipher = createCipheriv('aes-256-gcm', oneKey(current, random), random.subarray(NONCE_FROM))
    cipher.setAAD(associated(head, context))
    const encrypted = Buffer.concat([cipher.update(plain), cipher.final()])
    return { ok: true, value: writeEnvelope({ head, encrypted, tag: cipher.getAuthTag() }) }
  }

  function open(value: string, context: SealContext, maxBytes = maxRecordBytes, isVouchedFor = false): OpenedSeal {
    if (value.length > maxLength) return failed('too-large')
    const envelope = readEnvelope(value)
    if (typeof envelope === 'string') return failed(envelope)
    const key = byId.get(hex(envelope.keyId))
    if (key === undefined) return failed('unknown-key')
    let plain: Buffer | undefined
    for (const client of new Set([context.client, ...(context.formerClients ?? [])]))
      plain ??= decrypt(envelope, key, { ...context, client })
    if (plain === undefined) return failed('foreign')
    if (!isVouchedFor && now() - issuedAtOf(plain) > maxAgeMs) return failed('expired')
    const read = unpackRecord(plain, Math.min(maxBytes, maxRecordBytes))
    return typeof read === 'string' ? failed(read) : { ok: true, ...read }
  }
}

const failed = (reason: OpenFailure): OpenedSeal => ({ ok: false, reason })

function decrypt({ random, head, encrypted, tag }: Envelope, key: Key, context: SealContext): Buffer | undefined {
  const decipher = createDecipheriv('aes-256-gcm', oneKey(key, random), random.subarray(NONCE_FROM), { authTagLength: tag.length })
  decipher.setAAD(associated(head, context))
  decipher.setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(encrypted), decipher.final()])
  } catch {
    return undefined
  }
}

interface Key {
  /** Id of the key. It reveals nothing about the key. */
  id: Uint8Array
  root: Uint8Array
}

const derive = (secret: string | Uint8Array, use: string, length: number): Uint8Array =>
  new Uint8Array(hkdfSync('sha256', secret, 'reason seal 1', use, length))

const readKey = (secret: string | Uint8Array): Key => ({ id: derive(secret, 'id', 4), root: derive(secret, 'root', 32) })

/** The first half of the random bytes selects the key, the second half is the nonce. */
const NONCE_FROM = randomBytesOf / 2

const oneKey = ({ root }: Key, random: Uint8Array): Buffer => createHmac('sha256', root).update(random.subarray(0, NONCE_FROM)).digest()

/** Authenticated data as JSON, so that different contexts never encode alike. */
const associated = (head: Uint8Array, { instance, tenant, client, model }: SealContext): Buffer =>
  Buffer.concat([head, Buffer.from(JSON.stringify([instance, tenant, client, model ?? null]))])

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
