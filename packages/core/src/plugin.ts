import type { StandardSchemaV1 } from '@standard-schema/spec'
import { SPEC_VERSION, type TextAdapter } from './adapter.ts'
import { ReasonError } from './errors.ts'
import type { WireFormat } from './wire.ts'

/**
 * Default export of an adapter package, by which an application creates its adapter from configuration. The package name comes from configuration, never
 * from a request.
 */
export interface Plugin<Options extends StandardSchemaV1 = StandardSchemaV1> {
  specVersion: typeof SPEC_VERSION
  id: string
  options: Options
  /** Gets the options as the schema returns them. An option that a passport may set has no default in the schema, or the default would win. */
  create(options: StandardSchemaV1.InferOutput<Options>): TextAdapter | WireFormat
}

/** Returns the plugin unchanged. TypeScript infers the type of its options. */
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
