import { createHash } from 'node:crypto'
import type { Balance } from '@reason/budget'
import type { ClientRequest, WrapUp } from '../../client-apis/client-request.ts'
import { itemsOf } from '../../client-apis/conversation-items.ts'
import type { Json } from '../../json.ts'
import { setNewest } from '../../structures/newest-entries.ts'
import type { Share } from '../../share.ts'

/** Where a message was put: behind what its client had said up to there. */
export interface WrapUpPlace {
  digest: string
  text: string
}

export interface WrapUps {
  /** @returns What stands in this request, in its order: what was put there before, or where the budget is due, a new one at the end. */
  of(asked: WrapUpRequest): readonly WrapUp[]
}

export interface WrapUpRequest {
  request: Pick<ClientRequest, 'api' | 'json' | 'prefill'>
  /** Whose conversation it is: those of two owners are told apart. */
  owner: string
  /** `on`, `off`, or the words. */
  setting: string
  balances: readonly Balance[]
  bodyBytes: number
}

/** What it says unless the operator has words of his own. No numbers: it stays in its place while these change. */
const usualText =
  'System note, not from the user: the reasoning budget is nearly used up. Come to an end. Think as little as you can, start nothing new, and give your final answer with what you have.'

/** Requests larger than this, in bytes, get no message: finding its place would hold up others. */
const mostBytes = 4_194_304

/** The same for more messages, as each is digested. */
const mostItems = 5000

/**
 * Puts a message into the first request after a budget has reached its warning mark, and into each later request of that conversation at
 * the same place. Clients do not send it back. A message that moved or vanished would break prompt caches and thinking that is bound to
 * everything before it. Places are found by a digest of what the client has said up to there, so that no text is kept.
 *
 * @param share - With other processes of the same gateway, which may get the next request of a conversation. Default: this one is alone.
 * @param most - Places that are remembered; those that were used last. A forgotten place is as if nothing had been put there.
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
        hash.update(JSON.stringify(item, withoutMarks))
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

/** Not of the model: clients may leave out or change what it said, and mostly its reasoning. */
const isOfClient = ({ role, type }: Json): boolean =>
  typeof role === 'string' ? role !== 'assistant' : typeof type === 'string' && type.endsWith('_output')

/** Marks of prompt caches move on with each request. */
const withoutMarks = (name: string, value: unknown): unknown => (name === 'cache_control' ? undefined : value)
