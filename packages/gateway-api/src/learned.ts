import * as z from 'zod'
import { modelLimit, seen, serverFacts } from './explain.ts'

/** Response of `GET /api/learned`. */
export const learned = z.object({
  upstreams: z.array(
    z.object({
      upstream: z.string(),
      server: serverFacts.nullable(),
      models: z.array(z.object({ model: z.string(), seen: seen.nullable(), limits: z.array(modelLimit).readonly() })),
    }),
  ),
})

/** Response of `DELETE /api/learned`. */
export const forgotten = z.object({ forgotten: z.array(z.object({ upstream: z.string(), models: z.array(z.string()).readonly() })) })

export type LearnedReport = z.output<typeof learned>
export type Forgotten = z.output<typeof forgotten>
