import * as z from 'zod'
import { time } from './shapes.ts'

/** An effective setting. Passwords and keys are `***`. */
const settingView = z.object({
  place: z.string().meta({
    description:
      'Path in the configuration file, such as `listen.port`. Upstream settings have the path of the first upstream: `upstreams[0].url`.',
  }),
  group: z.string().meta({ description: 'Name of its group in the file. A setting without a group has its own name here.' }),
  flag: z.string(),
  variable: z.string(),
  about: z.string(),
  value: z.unknown().meta({ description: 'Effective value. null: not set.' }),
  default: z.unknown(),
  from: z.enum(['flag', 'variable', 'file', 'default']),
  source: z.string().nullable().meta({ description: 'Place that set the value, such as `reason.config.yaml:3:7: listen.port`.' }),
  secret: z
    .string()
    .nullable()
    .meta({ description: 'Location of the secret, such as an environment variable. The secret itself is never sent.' }),
  needsRestart: z.boolean(),
})

/** Response of `GET /api/settings`. */
export const settings = z.object({
  version: z.string(),
  hash: z.string().meta({ description: 'Hash of the configuration. Different settings have different hashes.' }),
  since: time.meta({ description: 'Time at which this configuration took effect, in Unix milliseconds.' }),
  file: z.string().nullable(),
  settings: z.array(settingView),
  policies: z.array(z.object({ key: z.string(), value: z.unknown(), default: z.unknown(), isSet: z.boolean() })),
})

export type SettingView = z.output<typeof settingView>
export type PublicSettings = z.output<typeof settings>
