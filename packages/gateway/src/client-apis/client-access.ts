import { allowsModel, createKeyring, remember, type Authentication, type KeyRecord, type KeyRefusal, type Remembered } from '@reason/keys'
import { isListed, mostNamed, namedModels } from './named-models.ts'
import { redirectingField } from './redirecting-fields.ts'
import { badRequest, forbidden, type ApiError } from '../errors/api-error.ts'
import type { Head } from '../head.ts'
import type { RequestBasics } from './client-request.ts'
import { isOurKey } from '../our-key.ts'

export interface ClientAccess {
  /**
   * Identifies a client by its key or page session.
   *
   * @returns The client, without a key if none was sent and none is required, or the error.
   */
  identify(headers: Head): Client | ApiError
  /**
   * Calls `onTakenBack` within a quarter of a second when the client's key is revoked, rotated or deleted: its running requests must end.
   * When a key expires, its running requests go on.
   *
   * @returns Call it once when the request is over.
   */
  follow(client: Client, onTakenBack: (why: ApiError) => void): () => void
  /** Requests without a key are refused. */
  readonly required: boolean
}

export interface Client {
  key: KeyRecord | undefined
  /** The key as the client sent it, in remembered form. */
  shown?: Remembered
  /** Unix timestamp in milliseconds when a page session ends. */
  signedInUntil?: number
}

/** True if a client may use a model. Without a key, all models are allowed. */
export const mayAsk = (key: KeyRecord | undefined, model: string): boolean => key === undefined || allowsModel(key, model)

/** The error for a client that is not an administrator. */
export function adminRefusal(client: Client | ApiError): ApiError | undefined {
  if ('status' in client) return client
  const { key } = client
  return key === undefined || key.admin === true
    ? undefined
    : forbidden(`The key ${key.id} is not an administrator's. Send one that is: reason keys create operator --admin`)
}

/** The error for a request that is not allowed: a field that only the operator may set, or a model anywhere in it that the key may not use. */
export function requestRefusal(key: KeyRecord | undefined, { model, json, hasRepeats }: RequestBasics): ApiError | undefined {
  const field = redirectingField(json)
  if (field !== undefined)
    return forbidden(
      `The field "${field}" would choose where the request goes, or whose credentials it uses. Only the operator chooses that. Leave it out.`,
      field,
    )
  const models = key?.models
  if (models === undefined) return undefined
  if (hasRepeats?.() === true)
    return badRequest(
      `An object in the body has a duplicate field. The key ${key!.id}, which is limited to some models, must not send one. Remove it.`,
    )
  const named = namedModels({ ...json, model })
  if (named.length > mostNamed)
    return forbidden(
      `The request names more than ${mostNamed} models, each of which is compared with the list of the key ${key!.id}. Name fewer.`,
    )
  const other = named.find(({ name }) => !isListed(models, name))
  if (other === undefined) return undefined
  const { path, name } = other
  const list = `It may use: ${models.join(', ')}.`
  if (name === undefined)
    return forbidden(`The key ${key!.id} may ask some models only, and "${path}" has its service choose one. Leave it out. ${list}`, path)
  const where = path === 'model' ? '' : `, which stands in "${path}"`
  return forbidden(`The key ${key!.id} may not ask the model ${JSON.stringify(name)}${where}. ${list}`, path)
}

/** Access by a fixed list of keys. @param required - Refuses requests without a key. */
export function accessWith(keys: readonly KeyRecord[], required: boolean): ClientAccess {
  const keyring = createKeyring(keys)
  return {
    required,
    identify: (head) =>
      identifyByKey(head, required, (shown) => (typeof shown === 'object' ? keyring.again(shown) : keyring.authenticate(shown))),
    follow: () => () => {},
  }
}

/** @param authenticate - Checks a key. Keys of the gateway come in remembered form, others as sent. */
export function identifyByKey(
  head: Head,
  required: boolean,
  authenticate: (shown: Remembered | string | undefined) => Authentication,
): Client | ApiError {
  const shown = shownKey(head)
  if (shown === undefined && head.authorization !== undefined && required) return unauthorized(notBearer)
  // An unknown key may be meant for the upstream, or be a dummy that a client requires.
  if (!required && (shown === undefined || !isOurKey(shown))) return { key: undefined }
  const known = shown === undefined ? undefined : remember(shown)
  const result = authenticate(known ?? shown)
  return result.ok ? { key: result.key, shown: known! } : unauthorized(result)
}

/** The key of a client, from the headers of the supported APIs. */
export function shownKey({ authorization, 'x-api-key': own, 'api-key': azure }: Head): string | undefined {
  const bearer = authorization === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
  return bearer ?? first(own) ?? first(azure)
}

const first = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

export const unauthorized = ({
  reason,
  message,
}: Pick<KeyRefusal, 'message'> & { reason: KeyRefusal['reason'] | 'session_over' }): ApiError => ({
  status: 401,
  type: 'authentication_error',
  code: `key_${reason}`,
  message,
  headers: { 'www-authenticate': 'Bearer' },
})

const notBearer = {
  reason: 'malformed',
  message: 'The header authorization holds no key. Send the word Bearer, a space, and the key ("Bearer rsk_…").',
} as const
