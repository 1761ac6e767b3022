import { ReasonError } from '@reason/core'
import { requestFormat } from '@reason/recording'
import { defined } from '@reason/wire-kit'
import { inputError, usageError } from '../cli-error.ts'
import { exitCodes } from '../exit-codes.ts'
import { inputName, sayThatInputIsRead } from '../input.ts'
import { createOutput } from '../output.ts'
import { loadWire } from '../registry.ts'
import { renderPlan } from '../render/plan.ts'
import { paintFor } from '../render/styles.ts'
import type { ReplayFlags } from './flags.ts'
import { changesOfPrefix } from './prefix.ts'
import { readRequestBody } from './read-body.ts'

/** Plans which parts of a conversation a provider would receive, with reasons. @returns The exit code. */
export async function runReplay(file: string | undefined, flags: ReplayFlags): Promise<number> {
  sayThatInputIsRead(file, 'the body of a request')
  const body = await readRequestBody(file)
  const from = flags.from ?? requestFormat(body)
  if (from === undefined) {
    throw usageError(
      `the shape of ${inputName(file)} does not say which format it is in. Name it with --from, for example --from openai-chat.`,
    )
  }
  const [source, wire] = await Promise.all([loadWire(from), loadWire(flags.to)])
  if (source.readRequest === undefined) {
    throw usageError(
      `"${from}" reads responses only, and no requests. Give the conversation as a request of another format, such as openai-chat.`,
    )
  }
  if (wire.replay === undefined) {
    throw usageError(`"${flags.to}" has no replay, so it cannot plan what goes back to providers. Look for a newer version of its package.`)
  }

  const { model = body['model'], provider, fromModel, fromProvider } = flags
  if (typeof model !== 'string' || model === '')
    throw usageError(`${inputName(file)} names no model. Name one with --model, for example --model deepseek-reasoner.`)
  const conversation = source.readRequest(body, defined({ model: fromModel, provider: fromProvider }))
  const looks = requestFormat(body)
  // Reading a conversation in the wrong format yields no messages.
  if (conversation.messages.length === 0 && looks !== undefined && looks !== from)
    throw inputError(`${inputName(file)} holds no message in ${from}: it looks like ${looks}. Use --from ${looks}, or leave it out.`)
  const target = { wire: wire.id, model, ...defined({ provider }) }
  const plan = wire.replay(conversation, target)
  const { messages, decisions, refusals } = plan
  const prefix = flags.prefix === undefined ? undefined : await changesSince(flags.prefix)
  const output = createOutput()
  await output.write(
    flags.json === true
      ? `${JSON.stringify({ messages, decisions, refusals, ...(prefix && { prefix }) }, null, 2)}\n`
      : renderPlan({ conversation, target, plan, from: source.id, guessed: flags.from === undefined, prefix }, paintFor(process.stdout)),
  )
  return refusals.length > 0 || (prefix ?? []).length > 0 ? exitCodes.failed : exitCodes.ok

  async function changesSince(earlier: string): Promise<string[]> {
    if (wire.writeRequest === undefined) throw usageError(`"${flags.to}" writes no requests, so that --prefix has nothing to compare.`)
    try {
      return changesOfPrefix(wire, source.readRequest!(await readRequestBody(earlier)), conversation, target)
    } catch (error) {
      if (!ReasonError.is(error)) throw error
      throw inputError(`The two requests cannot be compared: ${error.message}`, { cause: error })
    }
  }
}
