import type { StartPart } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { isText } from './loose.ts'

/**
 * The model that a written response names: as its writer is told, else as it was said by whoever answered, else as the client asked for it.
 * Servers that leave it out are about, and streams whose first event is lost; clients need one.
 */
export const writtenModel = (start: StartPart | undefined, { model, request }: Pick<WriterOptions, 'model' | 'request'>): string =>
  model ?? start?.model ?? (isText(request?.['model']) ? request['model'] : '')
