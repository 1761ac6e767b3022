import type { WrittenRequest } from '@reason/core/wire'
import { isSameModel, type Conversation, type ReplayPlan, type Target } from '@reason/core/conversation'
import { assertNotRefused, foreignSettings, isSame, lostSettings, atOnce, type NotCarried, type Steps } from '@reason/wire-kit'
import { demandsSignatures, refusesPrefill } from '../../shared/models.ts'
import { isSameCloud } from '../../shared/files.ts'
import { fieldOf, restore, withPath } from '../../shared/request-fields.ts'
import { writeKnobs } from '../../shared/knobs.ts'
import { withTakenToolNames } from '../../shared/tool-names.ts'
import { WIRE } from '../wire.ts'
import { isFromHere } from './extras.ts'
import { fitted, keptFor } from './fitting.ts'
import { thinkingPaths } from './paths.ts'
import { planGemini } from './plan.ts'
import { madeIds } from './results.ts'
import { known, settings } from './settings.ts'
import { writeTools } from './tools.ts'
import { writeContents, type WrittenContents } from './write-contents.ts'

/** Plans and writes the messages. Never throws. */
export function replayGemini(conversation: Conversation, target: Target): ReplayPlan {
  return atOnce(planned(withTakenToolNames(conversation, isFromHere(conversation)), target, () => {})).plan
}

/**
 * Writes the body of a generateContent request. The model and the streaming mode are part of the URL, not of the body.
 *
 * @throws {ReasonError} `REASON_REQUEST_REFUSED`
 */
export function* writeGeminiRequest(given: Conversation, target: Target): Steps<WrittenRequest> {
  const conversation = withTakenToolNames(given, isFromHere(given))
  const missing = new Set<string>()
  const notCarried = (what: string) => void missing.add(what)
  const { plan, written } = yield* planned(conversation, target, notCarried)
  assertNotRefused(plan.refusals, target)
  for (const path of foreignSettings(conversation.extra, WIRE)) notCarried(`the setting ${path}`)
  for (const what of lostSettings(conversation, known)) notCarried(what)
  const tools = conversation.tools && writeTools(conversation.tools, notCarried)
  let body: Record<string, unknown> = restore(keptFor(conversation, target, notCarried), {
    contents: written.contents,
    ...(written.system !== undefined && { systemInstruction: written.system }),
    ...(tools !== undefined && (tools.length > 0 || conversation.tools?.length === 0) && { tools }),
  })
  if (typeof body.model === 'string' && body.model.replace(/^models\//, '') !== target.model) body.model = `models/${target.model}`
  const wanted = fitted(conversation, target, notCarried)
  for (const { paths, read, of, write } of settings) {
    const asked = of(wanted)
    if (isSame(read(body), asked)) continue
    for (const path of paths) body = withPath(body, path, undefined)
    if (asked !== undefined) for (const [path, value] of write(asked as never)) body = withPath(body, path, value)
  }
  const { body: ready, report } = writeKnobs(body, conversation.knobs, {
    paths: thinkingPaths,
    model: target.model,
    maxOutputTokens: conversation.sampling?.maxOutputTokens,
  })
  return { body: ready, plan, knobs: report, notCarried: [...missing] }
}

function* planned(
  conversation: Conversation,
  target: Target,
  notCarried: NotCarried,
): Steps<{ plan: ReplayPlan; written: WrittenContents }> {
  const { messages, decisions, refusals } = planGemini(conversation, target)
  yield
  const written = yield* writeContents(messages, {
    origin: conversation.origin,
    sameCloud: isSameCloud(conversation.origin, target),
    // Vertex AI matches results by order and name. Only ids that came from it may go back.
    writesIds: (origin) => target.provider !== 'google-vertex' || (origin?.wire === WIRE && isSameCloud(origin, target)),
    made: madeIds(messages),
    isCached:
      fieldOf(
        keptFor(conversation, target, () => {}),
        'cachedContent',
      ) !== undefined,
    mediaInResults: demandsSignatures(target.model),
    isSameModel: conversation.origin?.model === undefined || isSameModel(conversation.origin.model, target.model),
    tools: (conversation.tools ?? []).flatMap((tool) => (tool.type === 'function' ? [tool.name] : [])),
    notCarried,
  })
  if (refusesPrefill(target.model) && written.contents.at(-1)?.['role'] === 'model')
    written.refusals.push(
      "The last message is the model's, which this model refuses to continue. Leave it out, or let the user speak last.",
    )
  return { plan: { messages: written.contents, decisions, refusals: [...refusals, ...written.refusals] }, written }
}
