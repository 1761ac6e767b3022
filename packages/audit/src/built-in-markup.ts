import { harmony } from '@reason/harmony'
import { jsonFields } from '@reason/json-fields'
import { marker } from '@reason/marker'
import { thinkTags } from '@reason/think-tags'
import { createFindMarkup, type FindMarkup } from './markup.ts'

/** The markup of all text adapters that come with Reason. */
export const builtInMarkup = (): FindMarkup => createFindMarkup([harmony(), thinkTags(), marker(), jsonFields()])
