import type { IncomingHttpHeaders } from 'node:http'
import { allowsModel, createKeyring, openKeyFile, type KeyRecord } from '@reason/keys'
import type { FastifyBaseLogger } from 'fastify'
import type { ApiError } from '../clients/api-error.ts'

/** Who may come in. */
export interface Access {
  /** The key that a client shows; undefined where it shows none and needs none. Or why it may not come in. */
  identify(headers: IncomingHttpHeaders): { key: KeyRecord | undefined } | ApiError
  /** Why a client may not come to where only administrators may. */
  adminRefusal(headers: IncomingHttpHeaders): ApiError | undefined
  close(): void
}

/** A key of ours: nobody else's business, and an upstream's least of all. */
export const isOurKey = (shown: string): boolean => /^(?:Bearer +)?rsk_/i.test(shown)

export interface AccessOptions {
  /** The file of keys. */
  path: string
  /** Nobody comes in without a key: others than this machine can reach the gateway. */
  required: boolean
  log: Pick<FastifyBaseLogger, 'info' | 'error'>
}

/**
 * Keys as the file has them, now: changes are taken over at once.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`, where the file holds something else
 */
export function openAccess({ path, required, log }: AccessOptions): Access {
  const file = openKeyFile(path)
  let keyring = createKeyring(file.list())
  const stop = file.watch(() => {
    try {
      keyring = createKeyring(file.list())
      log.info({ keys: keyring.size }, 'keys changed')
    } catch (error) {
      // The ones before still hold.
      log.error({ err: { message: String(error) } }, 'keys not changed')
    }
  })

  return {
    identify,
    adminRefusal(headers) {
      const client = identify(headers)
      if ('status' in client) return client
      if (client.key === undefined || client.key.admin === true) return undefined
      return forbidden(`The key ${client.key.id} is not an administrator's.`)
    },
    close: stop,
  }

  function identify(headers: IncomingHttpHeaders): { key: KeyRecord | undefined } | ApiError {
    const shown = shownKey(headers)
    // What is no key of ours may be one of the upstream, or a word that a client has to say.
    if (!required && (shown === undefined || !isOurKey(shown))) return { key: undefined }
    const result = keyring.authenticate(shown)
    return result.ok ? { key: result.key } : unauthorized(result.message, result.reason)
  }
}

/** Whether a keyring has any key: without one, nobody could come in. */
export const hasKeys = (path: string): boolean => createKeyring(openKeyFile(path).list()).size > 0

/** Why a key may not ask a model. */
export function modelRefusal(key: KeyRecord | undefined, model: string): ApiError | undefined {
  if (key === undefined || allowsModel(key, model)) return undefined
  return forbidden(`The key ${key.id} may not ask the model ${JSON.stringify(model)}. It may ask: ${key.models!.join(', ')}.`)
}

/** In which clients of the APIs show their keys. */
function shownKey({ authorization, 'x-api-key': own, 'api-key': azure }: IncomingHttpHeaders): string | undefined {
  const bearer = authorization === undefined ? undefined : /^Bearer +(\S+) *$/i.exec(authorization)?.[1]
  return bearer ?? first(own) ?? first(azure)
}

const first = (value: string | string[] | undefined): string | undefined => (Array.isArray(value) ? value[0] : value)

const unauthorized = (message: string, code: string): ApiError => ({
  status: 401,
  type: 'authentication_error',
  code: `key_${code}`,
  message,
  headers: { 'www-authenticate': 'Bearer' },
})

const forbidden = (message: string): ApiError => ({ status: 403, type: 'permission_error', code: 'not_allowed', message })
