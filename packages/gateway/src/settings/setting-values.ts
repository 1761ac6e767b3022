import * as z from 'zod'
import { createBudgets } from '@reason/budget'
import { configKeys } from '@reason/policy'
import { checkedBy } from './checked-by.ts'
import { parseLlm } from './llm.ts'
import { anyHttpAddress } from './setting-kinds.ts'

/** Schema of a passport, as operators write it. */
export function passport() {
  return z.strictObject({
    models: z.array(z.string('must be text'), 'must be a list of name patterns').describe('Name patterns of models. * matches any text.'),
    provider: z.string().optional(),
    flags: z
      .record(z.string(), z.boolean('must be true or false'))
      .optional()
      .describe('Whether each adapter fits the models, by adapter id.'),
    options: z.record(z.string(), z.json()).optional().describe('Options of adapters, by adapter id.'),
    serviceTokens: z
      .array(z.string())
      .optional()
      .describe('Exact template tokens to remove from answers, in addition to those of adapters.'),
    catchAll: z.boolean().optional(),
    priority: z.number().optional(),
    source: z.string().optional(),
  })
}

export function httpAddress(): z.ZodString {
  return anyHttpAddress('http://127.0.0.1:8080')
    .refine(
      (address) => !holdsPassword(address),
      'must hold no user or password; name where the key is with --upstream-key-env, or in the file with key: { env: … }',
    )
    .refine(
      (address) => !URL.canParse(address) || !oneEndpoint.test(new URL(address).pathname),
      'must be the base of an API, like http://127.0.0.1:8080, and not the address of one of its endpoints: leave its last part out',
    )
}

/** Paths of endpoints, which the gateway adds itself. */
const oneEndpoint = /\/(?:chat\/completions|completions|responses|messages|embeddings|api\/(?:chat|generate|tags))\/?$/

/** URL parsers read a backslash as a slash, while readers may miss it. */
const holdsPassword = (address: string): boolean =>
  /[/\\]{2}[^/\\]*@/.test(address) || (URL.canParse(address) && `${new URL(address).username}${new URL(address).password}` !== '')

export function policy() {
  return checkedBy(
    (llm) => parseLlm(llm),
    configKeys().map(({ key }) => key.slice('llm.'.length)),
  )
}

export function budgetLimits() {
  return checkedBy(
    (limits) => createBudgets({ limits }),
    ['session', 'key', 'team'].flatMap((scope) =>
      ['tokens', 'window', 'warnAt', 'action', 'forgetAfterMs'].map((field) => `${scope}.${field}`),
    ),
  )
}

export function daysByTag() {
  const rule = 'must be from 1 to 36500, in days'
  return z
    .record(z.string(), z.number(rule).min(1, rule).max(36_500, rule), 'must be an object, like { "audit": 365 }')
    .superRefine((days, context) => {
      // `default` is the class of traces without a listed tag.
      if (Object.hasOwn(days, 'default'))
        context.addIssue({ code: 'custom', path: ['default'], message: 'is for no tag: --trace-days says how long others are kept' })
    })
}
