import { createHash } from 'node:crypto'
import type { Balance } from '@reason/budget'
import type { ClientRequest, WrapUp } from '../../client-apis/client-request.ts'
import { itemsOf } from '../../client-apis/conversation-items.ts'
import type { Json } from '../../json.ts'
import { setNewest } from '../../structures/newest-entries.ts'
import type { Share } from '../../share.ts'

/** Place of a message: directly after client content with this digest. */
export interface WrapUpPlace {
  digest: string
  text: string
}

export interface WrapUps {
  /** @returns Messages for this request, in order: those placed earlier, or a new one at the end if the budget is low. */
  of(asked: WrapUpRequest): readonly WrapUp[]
}

export interface WrapUpRequest {
  request: Pick<ClientRequest, 'api' | 'json' | 'prefill'>
  /** Owner of the conversation. Equal conversations of two owners are kept apart. */
  owner: string
  /** `on`, `off`, or the text of the message. */
  setting: string
  balances: readonly Balance[]
  bodyBytes: number
}

/** Default text. It contains no numbers, because it stays in place while these change. */
const usualText =
  'System note, not from the user: the reasoning budget is nearly used up. Come to an end. Think as little as you can, start nothing new, and give your final answer with what you have.'

/** Longest request that gets a message, in bytes. Searching a longer one for its place would block other requests. */
const mostBytes = 4_194_304

/** Most items in a request that gets a message. Each item is digested. */
const mostItems = 5000

/**
 * Puts a message into the first request after a budget reached its warning mark. Later requests of the conversation get it at
 * the same place. Clients do not send it back. A message that moved or vanished would break prompt caches, and reasoning that depends on
 * everything before it. Places are found by a digest of the client's content up to there, so that no text is kept.
 *
 * @param share - Shares places with other processes of the gateway, which may get the next request. Default: a single process.
 * @param most - Most places remembered. The least recently used is dropped, and its message vanishes.
 */
export function createWrapUps(share?: Share<WrapUpPlace>, most = 50_000): WrapUps {
  const known = new Map<string, string>()
  share?.known.forEach(apply)
  share?.listen(apply)

  return {
    of({ request, owner, setting, balances, bodyBytes }) {
      if (setting === 'off' || bodyBytes > mostBytes) return none
      const isDue = request.prefill === undefined && balances.some(({ level }) => level !== 'ok')
      if (!isDue && known.size === 0) return none
      const found: WrapUp[] = []
      const items = itemsOf(request)
      if (items.length > mostItems) return none
      const hash = createHash('sha256').update(JSON.stringify(owner))
      let last = ''
      for (const [index, item] of items.entries()) {
        if (!isOfClient(item)) continue
        // Without prompt cache markers, which move with each request.
        hash.update(JSON.stringify(item, (name, value: unknown) => (name === 'cache_control' ? undefined : value)))
        last = hash.copy().digest('base64url')
        const text = known.get(last)
        if (text === undefined) continue
        apply({ digest: last, text })
        found.push({ behind: index, text })
      }
      const end = items.length - 1
      if (found.length > 0 || !isDue || end < 0 || !isOfClient(items[end]!)) return found
      const text = setting === 'on' ? usualText : setting
      apply({ digest: last, text })
      void share?.changed({ digest: last, text })
      return [{ behind: end, text }]
    },
  }

  function apply({ digest, text }: WrapUpPlace): void {
    setNewest(known, digest, text, most)
  }
}

const none: readonly WrapUp[] = []

/** True for items of the client. Clients may leave out or change the model's own items, and mostly its reasoning. */
const isOfClient = ({ role, type }: Json): boolean =>
  typeof role === 'string' ? role !== 'assistant' : typeof type === 'string' && type.endsWith('_output')
