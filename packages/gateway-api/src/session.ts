import { visibilities } from '@reason/keys/record'
import * as z from 'zod'
import { time } from './shapes.ts'

/** Session of a page's user: the response of `/api/session`. */
export const session = z.object({
  required: z.boolean().meta({ description: 'Whether the gateway rejects requests without a key.' }),
  signedIn: z.boolean().meta({ description: 'Whether the page may send requests now.' }),
  administrator: z.boolean().meta({ description: 'Whether the user may see traces of all users, and the state of the gateway.' }),
  visibility: z.enum(visibilities).meta({ description: 'Highest visibility of reasoning for this user.' }),
  traces: z
    .enum(['off', 'optional', 'required'])
    .meta({ description: 'Whether the gateway stores traces of requests from this page: never, unless a request declines, or always.' }),
  key: z
    .object({ id: z.string(), name: z.string(), models: z.array(z.string()).readonly().exactOptional() })
    .nullable()
    .meta({ description: 'null: the user is not signed in, or needs no key.' }),
  until: time.nullable().meta({ description: 'When the session expires, in Unix milliseconds.' }),
  problem: z.string().nullable().meta({ description: 'Reason why the key or session was rejected.' }),
})

/** Request body of `POST /api/session`. */
export const signIn = z.object({ key: z.string() })

export type Session = z.output<typeof session>
