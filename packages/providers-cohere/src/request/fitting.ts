import type { Conversation, Sampling } from '@reason/core/conversation'
import { isSame, noteDemandedTool, type NotCarried } from '@reason/wire-kit'
import { kept } from './fields.ts'
import { readSettings } from './settings.ts'

/** Adapts settings that Cohere refuses, unless a Cohere request had the same ones. */
export function fitted(conversation: Conversation, notCarried: NotCarried): Conversation {
  const said = readSettings(kept(conversation))
  const { toolChoice, responseFormat, sampling, ...rest } = conversation
  const hasTools = (conversation.tools ?? []).some(({ type }) => type === 'function')
  const takesChoice = hasTools || toolChoice === said.toolChoice
  if (!takesChoice) noteDemandedTool(toolChoice, notCarried)
  return {
    ...rest,
    ...(toolChoice !== undefined && takesChoice && { toolChoice }),
    ...(responseFormat !== undefined && takesFormat() && { responseFormat }),
    ...(sampling !== undefined && { sampling: { ...sampling, ...ranges() } }),
  }

  function takesFormat(): boolean {
    if (!hasTools || isSame(responseFormat, said.responseFormat)) return true
    notCarried('a format of the answer beside tools, which Cohere refuses')
    return false
  }

  function ranges(): NonNullable<Conversation['sampling']> {
    const { temperature, topP, topK, stop } = sampling!
    const isNew = (name: keyof Sampling) => !isSame(sampling![name], said.sampling?.[name])
    const isHot = temperature !== undefined && temperature > 1 && isNew('temperature')
    if (isHot) notCarried('a temperature beyond 1')
    const penalties = (['frequencyPenalty', 'presencePenalty'] as const).filter((name) => sampling![name] !== undefined && isNew(name))
    const isOut = penalties.some((name) => sampling![name]! < 0 || sampling![name]! > 1)
    if (isOut) notCarried('penalties beyond 0 to 1')
    const stops = stop !== undefined && stop.length > 5 && isNew('stop')
    if (stops) notCarried('more than five stop sequences')
    return {
      ...(isHot && { temperature: 1 }),
      ...(topP !== undefined && isNew('topP') && { topP: Math.min(0.99, Math.max(0.01, topP)) }),
      ...(topK !== undefined && isNew('topK') && { topK: Math.min(500, topK) }),
      ...Object.fromEntries(penalties.map((name) => [name, Math.min(1, Math.max(0, sampling![name]!))])),
      ...(stops && { stop: stop.slice(0, 5) }),
    }
  }
}
