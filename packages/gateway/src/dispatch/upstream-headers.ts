import type { Lease } from '@reason/routing'

/** Who says it, and how he calls the model where its client calls it otherwise. */
export const answeredBy = ({ upstream, model }: Pick<Lease, 'upstream' | 'model'>, asked: string): Record<string, string> => ({
  'x-reason-upstream': inHeader(upstream),
  ...(model !== asked && { 'x-reason-model': inHeader(model) }),
})

const inHeader = (name: string): string => name.replaceAll(/[^\u0020-\u007E]/g, '?')
