import * as z from 'zod'
import { health } from './routing-rules.ts'
import { about, between, name, whole } from './setting-kinds.ts'

/** Schemas of the settings of a single upstream, from which a list entry is built. */
interface Single {
  upstream: z.ZodOptional<z.ZodString>
  upstreamFormat: z.ZodDefault<z.ZodType<string>>
  upstreamProvider: z.ZodType<string | undefined>
  upstreamEngine: z.ZodType<string | undefined>
  upstreamProxy: z.ZodOptional<z.ZodString>
  connectTimeout: z.ZodDefault<z.ZodNumber>
  responseTimeout: z.ZodDefault<z.ZodNumber>
  idleTimeout: z.ZodDefault<z.ZodNumber>
  askUsage: z.ZodDefault<z.ZodBoolean>
  askReasoning: z.ZodType<string | undefined>
  askEffort: z.ZodType<string | undefined>
  stopSequences: z.ZodDefault<z.ZodType<string>>
}

/** Fields of an entry that control routing. */
export const routingFields = {
  models: about(
    'Models that the upstream serves, as name patterns. Default: all.',
    z.array(name(), 'must be a list of name patterns').optional(),
  ),
  aliases: about('Model names of clients, each with its name at the upstream.', z.record(name(), name(), 'must be an object').optional()),
  weight: about('Weight among upstreams of the same priority. 0: only if the others cannot answer.', between(0, 1_000_000).optional()),
  priority: about('Upstreams with a lower number come first. Default: 0.', whole(0, 1_000_000).optional()),
  concurrency: about('Maximum of concurrent requests. Default: unlimited.', whole(1, 1_000_000).optional()),
  queue: about('Maximum of queued requests. Default: 100.', whole(0, 1_000_000).optional()),
  queueTimeout: about('Time limit in the queue, in milliseconds. Default: 30000.', whole(1, 86_400_000).optional()),
  probe: about(
    'Milliseconds between health probes, which request the model list. 0: no probes. Default: 15000, if the upstream has a model list.',
    whole(0, 86_400_000).optional(),
  ),
  probeTimeout: about('Time limit of a probe, in milliseconds. Default: 5000.', whole(1, 86_400_000).optional()),
  health,
}

/**
 * Schema of several upstreams. Fields that an entry leaves out come from the common settings, or their defaults.
 *
 * @param key - Schema of an upstream's key, or of its location.
 */
export function upstreamList<S extends Single, K extends z.ZodType>(single: S, key: K) {
  const entry = z.strictObject(
    {
      name: name().optional(),
      url: single.upstream.unwrap() as unknown as z.ZodString,
      format: single.upstreamFormat.unwrap().optional() as z.ZodOptional<ReturnType<S['upstreamFormat']['unwrap']>>,
      provider: single.upstreamProvider as S['upstreamProvider'],
      engine: single.upstreamEngine as S['upstreamEngine'],
      key: key.optional(),
      timeouts: z
        .strictObject({
          connect: single.connectTimeout.unwrap().optional(),
          response: single.responseTimeout.unwrap().optional(),
          idle: single.idleTimeout.unwrap().optional(),
        })
        .optional(),
      proxy: single.upstreamProxy,
      askUsage: single.askUsage.unwrap().optional(),
      askReasoning: single.askReasoning as S['askReasoning'],
      askEffort: single.askEffort as S['askEffort'],
      stopSequences: single.stopSequences.unwrap().optional() as z.ZodOptional<ReturnType<S['stopSequences']['unwrap']>>,
      ...routingFields,
    },
    'must be an object',
  )
  return z.array(entry, 'must be a list').min(1, 'must not be empty').superRefine(sayTwins)
}

/** Reports duplicate names. Names appear in metrics, logs and plans. */
function sayTwins(list: readonly { name?: string | undefined; url: string }[], context: z.RefinementCtx): void {
  const seen = new Set<string>()
  for (const [index, one] of list.entries()) {
    const name = nameOf(one)
    if (seen.has(name)) {
      const message = `must have a unique name (name: …), but "${name}" is taken`
      context.addIssue({ code: 'custom', path: [index], message })
    }
    seen.add(name)
  }
}

/** Name of an upstream. Default: its address. */
export const nameOf = ({ name, url }: { name?: string | undefined; url: string }): string =>
  name ?? url.replace(/[?#].*$/s, '').replace(/\/$/, '')
