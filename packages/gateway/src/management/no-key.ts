import { notFound } from './management-call.ts'

export const noKey = (id = ''): ReturnType<typeof notFound> =>
  notFound('key_not_found', `There is no key ${JSON.stringify(id)}. GET /api/keys lists them.`)
