import type { Lease } from '@reason/routing'

/** Headers that name the upstream, and its model name if it differs from the client's. */
export const answeredBy = ({ upstream, model }: Pick<Lease, 'upstream' | 'model'>, asked: string): Record<string, string> => ({
  'x-reason-upstream': inHeader(upstream),
  ...(model !== asked && { 'x-reason-model': inHeader(model) }),
})

const inHeader = (name: string): string => name.replaceAll(/[^\u0020-\u007E]/g, '?')
