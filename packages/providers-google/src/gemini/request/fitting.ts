import { isSameModel, type Conversation, type Sampling, type Target } from '@reason/core/conversation'
import { isAsked, isSame, noteDemandedTool, resolveToolName, type Loose, type NotCarried } from '@reason/wire-kit'
import { isSameCloud } from '../../shared/files.ts'
import { demandsSignatures, takesPenalties, thinkingOf } from '../../shared/models.ts'
import { fieldOf } from '../../shared/request-fields.ts'
import { kept } from './extras.ts'
import { readSettings } from './settings.ts'

const penalties = ['frequencyPenalty', 'presencePenalty'] as const

/** Removes settings that Google refuses, unless a Gemini request had the same ones. */
export function fitted(conversation: Conversation, target: Target, notCarried: NotCarried): Conversation {
  const said = readSettings(kept(conversation))
  const { toolChoice, responseFormat, sampling, ...rest } = conversation
  if (conversation.parallelToolCalls === false) notCarried('one call at a time')
  const names = (conversation.tools ?? []).flatMap((tool) => (tool.type === 'function' ? [tool.name] : []))
  return {
    ...rest,
    ...(toolChoice !== undefined && isSame(toolChoice, said.toolChoice) && { toolChoice }),
    ...(toolChoice !== undefined && !isSame(toolChoice, said.toolChoice) && choice(toolChoice)),
    ...(responseFormat !== undefined && (isSame(responseFormat, said.responseFormat) || takesFormat()) && { responseFormat }),
    ...(sampling !== undefined && { sampling: { ...withoutPenalties(sampling), ...stops(sampling.stop) } }),
  }

  /** Translates a tool choice. Google refuses a choice without functions, and an unknown name. */
  function choice(toolChoice: NonNullable<Conversation['toolChoice']>): Pick<Conversation, 'toolChoice'> {
    if (names.length === 0) {
      noteDemandedTool(toolChoice, notCarried)
      return {}
    }
    return { toolChoice: typeof toolChoice === 'string' ? toolChoice : { name: resolveToolName(toolChoice.name, names) } }
  }

  function takesFormat(): boolean {
    if (names.length === 0 || demandsSignatures(target.model) || thinkingOf(target.model) === undefined) return true
    notCarried('a format of the answer beside functions, which Gemini refuses before its third generation')
    return false
  }

  /** Removes penalties, which most models refuse. Penalties without effect, which clients send by default, are always removed. */
  function withoutPenalties(asked: Sampling): Sampling {
    const left = penalties.filter((name) => asked[name] !== undefined && asked[name] !== said.sampling?.[name])
    const dropped = left.filter((name) => !isAsked(name, asked[name]) || !takesPenalties(target.model))
    if (dropped.some((name) => isAsked(name, asked[name]))) notCarried(`penalties, which ${target.model} refuses`)
    return Object.fromEntries(Object.entries(asked).filter(([name]) => !(dropped as string[]).includes(name)))
  }

  function stops(stop: readonly string[] | undefined): { stop?: readonly string[] } {
    if (stop === undefined || stop.length <= 5 || isSame(stop, said.sampling?.stop)) return {}
    notCarried('more than five stop sequences')
    return { stop: stop.slice(0, 5) }
  }
}

/** Keeps a cached content only for the same model and cloud. */
export function keptFor(conversation: Conversation, target: Target, notCarried: NotCarried): Loose {
  const fields = kept(conversation)
  const { model } = conversation.origin ?? {}
  const stays = isSameCloud(conversation.origin, target) && (model === undefined || isSameModel(model, target.model))
  if (stays || fieldOf(fields, 'cachedContent') === undefined) return fields
  notCarried('a cache that another model or provider keeps')
  const { cachedContent: _, cached_content: __, ...others } = fields
  return others
}
