import type { Target } from '@reason/core/conversation'
import { isLoose, type Loose } from '@reason/wire-kit'
import fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { expect, test } from 'vitest'
import { describeConversations } from '@reason/exchanges/conversations'
import { conversationsFor, gistOf } from '@reason/exchanges/well-formed'
import { wire } from './chunks.ts'

const sentinel = 'skip_thought_signature_validator'
const studio: Target = { provider: 'google', wire: 'gemini', model: 'gemini-3-flash-preview' }
const targets: [Target, ...Target[]] = [
  studio,
  { ...studio, provider: 'google-vertex' },
  { ...studio, model: 'gemini-2.5-flash' },
  { provider: 'google-vertex', wire: 'gemini', model: 'gemini-2.5-pro' },
  { ...studio, model: 'gemini-2.0-flash' },
]

interface Content {
  role: string
  parts: Loose[]
}
const isText = (value: unknown): boolean => typeof value === 'string' && value !== ''
const kinds = ['text', 'functionCall', 'functionResponse', 'inlineData', 'fileData']

/** Google's rules, as its documentation and its errors have them. */
function faultsOf(body: Loose, { model }: Target): string[] {
  const faults: string[] = []
  const must = (holds: boolean, rule: string) => void (holds || faults.push(rule))
  const isThree = model.startsWith('gemini-3')
  const contents = body.contents as Content[]
  const config = (body.generationConfig ?? {}) as Loose
  must(contents.length > 0 && contents[0]?.role === 'user', 'a user begins')
  for (const [at, { role, parts }] of contents.entries()) {
    must(role === 'user' || role === 'model', 'a role is one of two')
    must(Array.isArray(parts) && parts.length > 0, 'a content has parts')
    for (const part of parts) checkPart(part, role)
    const calls = parts.flatMap(({ functionCall: call }) => (isLoose(call) ? [call] : []))
    const results = (contents[at + 1]?.parts ?? []).flatMap(({ functionResponse: result }) => (isLoose(result) ? [result] : []))
    if (role === 'model') {
      must(results.length === calls.length, 'each call has a result in the next content')
      for (const [place, call] of calls.entries())
        must(call.name === results[place]?.name && call.id === results[place]?.id, 'in their order')
    }
    const [first] = parts.filter(({ functionCall }) => functionCall !== undefined)
    must(first === undefined || !isThree || isText(first.thoughtSignature), 'the first call of a step is signed')
  }
  const system = body.systemInstruction as Content | undefined
  must(system === undefined || system.parts.every((part) => isText(part.text) && Object.keys(part).length === 1), 'instructions are text')
  const { thinkingBudget: budget, thinkingLevel: level } = (config.thinkingConfig ?? {}) as Loose
  must(budget === undefined || level === undefined, 'a budget or a level')
  must(level === undefined || isThree, 'levels are for the third generation')
  must(budget !== 0 || model === 'gemini-2.5-flash', 'only Flash can be off')
  must(model !== 'gemini-2.0-flash' || config.thinkingConfig === undefined, 'what does not think is not asked to')
  must(config.stopSequences === undefined || (config.stopSequences as unknown[]).length <= 5, 'there are five stops at most')
  must(config.responseMimeType === undefined || body.tools === undefined || isThree, 'no JSON beside functions')
  const choice = (body.toolConfig as { functionCallingConfig?: Loose } | undefined)?.functionCallingConfig
  must(choice === undefined || body.tools !== undefined, 'a choice is among functions')
  const declared = ((body.tools ?? []) as { functionDeclarations: Loose[] }[]).flatMap(({ functionDeclarations }) => functionDeclarations)
  const allowed = (choice?.allowedFunctionNames ?? []) as unknown[]
  must(
    allowed.every((name) => declared.some((one) => one.name === name)),
    'what is allowed is declared',
  )
  return faults

  function checkPart(part: Loose, role: string): void {
    const has = kinds.filter((kind) => part[kind] !== undefined)
    must(has.length === 1, `a part is one thing: ${has.join()}`)
    const { text, functionCall: call, functionResponse: result, inlineData: inline, fileData: file, thoughtSignature: signature } = part
    must(text === undefined || isText(text) || isText(signature), 'a text is not empty')
    must(signature === undefined || (role === 'model' && ['good', sentinel].includes(signature as string)), 'signatures are whole')
    must(signature !== sentinel || (isThree && call !== undefined), 'the sentinel is for calls of the third generation')
    must(part.thought === undefined || role === 'model', 'a user does not think')
    must(!isLoose(call) || call.args === undefined || isLoose(call.args), 'arguments are an object')
    must(!isLoose(result) || (isLoose(result.response) && isText(result.name)), 'a result is an object with a name')
    must(!isLoose(result) || result.parts === undefined || isThree, 'media in results are for the third generation')
    must(!isLoose(inline) || (isText(inline.mimeType) && isText(inline.data)), 'data have a type')
    must(!isLoose(file) || (isText(file.mimeType) && isText(file.fileUri)), 'files have a type')
  }
}

describeConversations(wire, { targets, faultsOf })

test('conversations go from one cloud to the other and stay valid', () => {
  fc.assert(
    fc.property(fc.constantFrom(...targets), fc.constantFrom(...targets), conversationsFor(studio), (from, to, conversation) => {
      const read = wire.readRequest!(wire.writeRequest!(conversation, from).body, from)
      const { body } = wire.writeRequest!(read, to)
      const rest = faultsOf(body, to).filter((rule) => rule !== 'no JSON beside functions')
      expect(rest).toEqual([])
      expect(gistOf(wire.readRequest!(body, to))).toEqual(gistOf(conversation))
    }),
    { numRuns: runs(300) },
  )
})
