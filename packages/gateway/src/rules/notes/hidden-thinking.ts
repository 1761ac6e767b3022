import type { Part, Stage } from '@reason/core'
import type { WarningPart } from '@reason/core/parts'
import type { ClientRequest } from '../../client-apis/client-request.ts'
import type { UpstreamFacts } from '../own-rule.ts'

/** How a client gets to see what a provider hides, in a sentence. Where both speak one format, the request reaches the provider as it is. */
export function wayToSee({ api, json, model }: Pick<ClientRequest, 'api' | 'json' | 'model'>, upstream: UpstreamFacts | undefined): string {
  const { wire, provider } = upstream ?? {}
  const own = wire?.id === api.id ? wire.passThrough?.wayToSee : undefined
  const { words, isAsked } = api.asksToSee
  const way =
    own === undefined ? { words, isAsked: isAsked(json) } : own(json, { wire: api.id, model, ...(provider !== undefined && { provider }) })
  if (way === undefined) return 'Chat Completions has no setting for that; some providers show reasoning in Responses or Messages.'
  if (way.isAsked) return 'The request asks for it already.'
  return `Ask for it with ${way.words}, or let the gateway request it (--ask-reasoning, in an app: askReasoning).`
}

/**
 * Warns once (`reasoning-hidden`) where a provider reasoned and shows none of it: a block that has nothing but a seal, or tokens of reasoning
 * in the usage of an answer without any.
 *
 * @param way - A sentence for the reader: how to see it.
 */
export function hiddenThinking(way: string): Stage {
  const hidden = new Set<string>()
  let isShown = false
  let hasWarned = false
  /** A hidden block has ended, and what to say of it. Thoughts that are shown may follow. */
  let due: string | undefined
  let isFinished = false
  let tokens = 0
  return { push, passes: () => true }

  function push(part: Part): readonly Part[] {
    if (isShown || hasWarned) return [part]
    switch (part.type) {
      case 'block-start':
        if (part.channel !== 'reasoning') return due === undefined ? [part] : [warning(due), part]
        if (part.kind === 'hidden') hidden.add(keyOf(part))
        else isShown = true
        break
      case 'tool-call-start':
        if (due !== undefined) return [warning(due), part]
        break
      case 'block-end':
        if (hidden.has(keyOf(part))) due ??= part.seals?.some(({ kind }) => kind === 'redacted') === true ? redacted : way
        break
      case 'usage':
        tokens = part.usage.reasoning?.source === 'reported' ? part.usage.reasoning.value : 0
        // Of a stream the usage may say what was thought before it is shown.
        if (isFinished && tokens > 0) return [warning(way), part]
        break
      case 'finish':
        isFinished = true
        if (due !== undefined) return [warning(due), part]
        if (tokens > 0) return [warning(way), part]
    }
    return [part]
  }

  function warning(then: string): WarningPart {
    hasWarned = true
    return { type: 'warning', code: 'reasoning-hidden', message: `The provider reasoned and shows none of it. ${then}` }
  }
}

const redacted = 'It was redacted for safety. No setting shows it.'

const keyOf = ({ choice = 0, block }: { choice?: number; block: number }): string => `${choice} ${block}`
