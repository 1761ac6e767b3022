import type { Part, Stage } from '@reason/core'
import type { WarningPart } from '@reason/core/parts'
import type { ClientRequest } from '../../client-apis/client-request.ts'
import type { UpstreamFacts } from '../own-rule.ts'

/** A sentence that explains how to see reasoning that a provider hides. Between equal formats, the provider's own setting applies. */
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
 * Warns once (`reasoning-hidden`) if a provider reasoned and shows none of it. Signs are a block that has only a seal, and reasoning tokens
 * in the usage of an answer without reasoning.
 *
 * @param way - A sentence that explains how to see the reasoning.
 */
export function hiddenThinking(way: string): Stage {
  const hidden = new Set<string>()
  let isShown = false
  let hasWarned = false
  /** Advice for a hidden block that has ended. Visible reasoning may still follow. */
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
        // The usage of a stream may report reasoning before it is shown.
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
    return { type: 'warning', code: 'reasoning-hidden', message: `The provider does not show its reasoning. ${then}` }
  }
}

const redacted = 'It was redacted for safety. No setting shows it.'

const keyOf = ({ choice = 0, block }: { choice?: number; block: number }): string => `${choice} ${block}`
