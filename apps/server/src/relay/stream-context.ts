import type { StreamContext } from '@reason/core'
import type { RequestFacts } from '../clients/client-api.ts'

/** What a request says about its answer before the first character of it. */
export const contextOf = ({ thinking, grammar, tools, prefill }: RequestFacts): StreamContext => ({
  ...(thinking !== undefined && { thinking }),
  ...(grammar === true && { grammar }),
  ...(tools.length > 0 && { tools }),
  ...(prefill !== undefined && { prefill }),
})
