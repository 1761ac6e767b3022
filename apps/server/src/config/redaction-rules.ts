import { about } from '@reason/gateway/settings'
import * as z from 'zod'
import { nationalIdTypes, pattern, personalTypes } from '@reason/redaction'

/** Rules for the redaction of stored text. */
export const redactionRules = z.strictObject(
  {
    secrets: about('Redact keys, tokens and passwords. Default: true.', z.boolean('must be true or false').optional()),
    personal: about(`Personal data to redact: ${personalTypes.join(', ')}. Default: all.`, someOf(personalTypes)),
    nationalIds: about(`National identity numbers to redact: ${nationalIdTypes.join(', ')}. Default: all.`, someOf(nationalIdTypes)),
    localAddresses: about(
      'Redact private and loopback Internet addresses, too. Default: false.',
      z.boolean('must be true or false').optional(),
    ),
    patterns: about('Your own patterns: a regular expression per name. Its matches must have a maximum length.', ownPatterns()),
  },
  'must be an object',
)

function someOf<const T extends string>(types: readonly T[]) {
  const rule = `must be one of: ${types.join(', ')}`
  return z.array(z.enum(types, rule), 'must be a list').optional()
}

function ownPatterns() {
  return z
    .record(z.string(), z.string('must be a regular expression, as text'), 'must be an object')
    .superRefine((patterns, context) => {
      for (const [name, expression] of Object.entries(patterns)) {
        try {
          pattern(name, expression)
        } catch (error) {
          if (!(error instanceof TypeError)) throw error
          context.addIssue({ code: 'custom', path: [name], message: `cannot be used. ${error.message.replace(/\.$/, '')}` })
        }
      }
    })
    .optional()
}
