import type { StartPart } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { isText } from '../values/loose.ts'

/**
 * The model's name in a written response: the writer's option, else the upstream's own name, else the name in the client's request.
 * Some servers leave the name out, and a stream may lose its first event, but clients need one.
 */
export const writtenModel = (start: StartPart | undefined, { model, request }: Pick<WriterOptions, 'model' | 'request'>): string =>
  model ?? start?.model ?? (isText(request?.['model']) ? request['model'] : '')
