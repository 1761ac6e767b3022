import type { StandardSchemaV1 } from '@standard-schema/spec'
import { SPEC_VERSION, type TextAdapter } from './adapter.ts'
import { ReasonError } from './errors.ts'
import type { WireFormat } from './wire.ts'

/**
 * The default export of an adapter package: how an application makes its adapter from configuration, by package name
 * and never from a request.
 */
export interface Plugin<Options extends StandardSchemaV1 = StandardSchemaV1> {
  specVersion: typeof SPEC_VERSION
  id: string
  options: Options
  /** Is given what the schema made of the options. One that a passport may set has no default there, or the default would win. */
  create(options: StandardSchemaV1.InferOutput<Options>): TextAdapter | WireFormat
}

export const definePlugin = <Options extends StandardSchemaV1>(plugin: Plugin<Options>): Plugin<Options> => plugin

/** @throws {ReasonError} `REASON_SPEC_VERSION` */
export function checkSpecVersion(plugin: { id: string; specVersion: unknown }): void {
  if (plugin.specVersion === SPEC_VERSION) return
  const newer = (plugin.specVersion as number) > SPEC_VERSION
  throw new ReasonError(
    'REASON_SPEC_VERSION',
    `"${plugin.id}" has specVersion ${String(plugin.specVersion)}; this @reason/core supports ${SPEC_VERSION}. ` +
      (newer ? 'Update @reason/core.' : `Update the package that provides "${plugin.id}".`),
  )
}
