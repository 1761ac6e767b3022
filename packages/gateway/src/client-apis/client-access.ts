import { allowsModel, createKeyring, remember, type Authentication, type KeyRecord, type Refusal, type Remembered } from '@reason/keys'
import { isListed, namedModels } from './named-models.ts'
import { redirectingField } from './redirecting-fields.ts'
import { badRequest, type ApiError } from '../errors/api-error.ts'
import type { Head } from '../head.ts'
import type { Asked } from './client-request.ts'
import { isOurKey } from '../our-key.ts'

/** Which clients may ask. */
export interface ClientAccess {
  /** The key that a client shows, or that a page is signed in with; undefined where there is none and needs to be none. Or why it may not come in. */
  identify(headers: Head): Client | ApiError
  /**
   * Calls `onTakenBack` when the client's key is revoked, rotated or deleted, within a quarter of a second: its running requests must end. When a key
   * expires, its running requests go on.
   *
   * @returns To be called once, when it is over.
   */
  follow(client: Client, onTakenBack: (why: ApiError) => void): () => void
  /** Requests without a key are refused. */
  readonly required: boolean
}

export interface Client {
  key: KeyRecord | undefined
  /** What was shown of it. */
  shown?: Remembered
  /** Of a page: when it has to sign in again, in Unix milliseconds. */
  signedInUntil?: number
}

/** Without a key, where none is needed, everything may be asked. */
export const mayAsk = (key: KeyRecord | undefined, model: string): boolean => key === undefined || allowsModel(key, model)

/** Why a client may not come to where only administrators may. */
export function adminRefusal(client: Client | ApiError): ApiError | undefined {
  if ('status' in client) return client
  const { key } = client
  return key === undefined || key.admin === true ? undefined : forbidden(`The key ${key.id} is not an administrator's.`)
}

/** Why a request may not be sent: a setting of it is the operator's to choose, or it names a model, anywhere in it, that its key may not ask. */
export function requestRefusal(key: KeyRecord | undefined, { model, json, hasRepeats }: Asked): ApiError | undefined {
  const field = redirectingField(json)
  if (field !== undefined)
    return forbidden(
      `The field "${field}" would choose where the request goes, or whose credentials it uses. Only the operator chooses that. Leave it out.`,
      field,
    )
  const models = key?.models
  if (models === undefined) return undefined
  if (hasRepeats?.() === true)
    return badRequest(`An object in the body gives a field twice, and the key ${key!.id} may ask some models only. Keep one of them.`)
  const other = namedModels({ ...json, model }).find(({ name }) => !isListed(models, name))
  if (other === undefined) return undefined
  const { path, name } = other
  const list = `It may use: ${models.join(', ')}.`
  if (name === undefined)
    return forbidden(`The key ${key!.id} may ask some models only, and "${path}" has its service choose one. Leave it out. ${list}`, path)
  const where = path === 'model' ? '' : `, which stands in "${path}"`
  return forbidden(`The key ${key!.id} may not ask the model ${JSON.stringify(name)}${where}. ${list}`, path)
}

export const forbidden = (message: string, param?: string): ApiError => ({
  status: 403,
  type: 'permission_error',
  code: 'not_allowed',
  message,
  ...(param !== undefined && { param }),
})

/** Access by a fixed list of keys. @param required - Requests without a key are refused. */
export function accessWith(keys: readonly KeyRecord[], required: boolean): ClientAccess {
  const keyring = createKeyring(keys)
  return {
    required,
    identify: (head) =>
      identifyByKey(head, required, (shown) => (typeof shown === 'object' ? keyring.again(shown) : keyring.authenticate(shown))),
    follow: () => () => {},
  }
}

/** @param authenticate - Asked with the key that was shown: remembered where it is one of ours, as it is otherwise. */
export function identifyByKey(
  head: Head,
  required: boolean,
  authenticate: (shown: Remembered | string | undefined) => Authentication,
): Client | ApiError {
  const shown = shownKey(head)
  if (shown === undefined && head.authorization !== undefined && required) return unauthorized(notBearer)
  // What is no key of ours may be one of the upstream, or a word that a client has to say.
  if (!required && (shown === undefined || !isOurKey(shown))) return { key: undefined }
  const known = shown === undefined ? undefined : remember(shown)
  const result = authenticate(known ?? shown)
  return result.ok ? { key: result.key, shown: known! } : unauthorized(result)
}

/** In which clients of the APIs show their keys. */
export function shownKey({ authorization, 'x-api-key': own, 'api-key': azure }: Head): string | undefined {
  const bearer = authorization === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
  return bearer ?? first(own) ?? first(azure)
}

const first = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

export const unauthorized = ({ reason, message }: Pick<Refusal, 'message'> & { reason: Refusal['reason'] | 'session_over' }): ApiError => ({
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
