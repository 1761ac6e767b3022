import * as z from 'zod'
import { time } from './shapes.ts'

/** An effective setting. Passwords and keys are `***`. */
const settingView = z.object({
  place: z.string().meta({ description: 'In the configuration file, with dots; of several upstreams, of what they have in common.' }),
  group: z.string().meta({ description: 'Of its group in the file; its own, where it has none.' }),
  flag: z.string(),
  variable: z.string(),
  about: z.string(),
  value: z.unknown().meta({ description: 'null: not set.' }),
  default: z.unknown(),
  from: z.enum(['flag', 'variable', 'file', 'default']),
  source: z.string().nullable().meta({ description: 'As its author knows the place: `reason.config.yaml:3:7: listen.port`.' }),
  secret: z.string().nullable().meta({ description: 'Where the secret is that it stands for.' }),
  needsRestart: z.boolean(),
})

/** Response of `GET /api/settings`. */
export const settings = z.object({
  version: z.string(),
  hash: z.string().meta({ description: 'Another one for each configuration.' }),
  since: time.meta({ description: 'When this configuration began to hold, in Unix milliseconds.' }),
  file: z.string().nullable(),
  settings: z.array(settingView),
  policies: z.array(z.object({ key: z.string(), value: z.unknown(), default: z.unknown(), isSet: z.boolean() })),
})

export type SettingView = z.output<typeof settingView>
export type PublicSettings = z.output<typeof settings>
