import type { TextAdapter } from './adapter.ts'
import { ReasonError } from './errors.ts'
import { parseOptions } from './options.ts'
import { checkSpecVersion, type Plugin } from './plugin.ts'
import type { WireFormat } from './wire.ts'

/**
 * Creates the adapter of a plugin that was imported from `packageName`.
 *
 * @throws {ReasonError} `REASON_INVALID_PLUGIN`, `REASON_SPEC_VERSION` or `REASON_INVALID_OPTIONS`.
 */
export function createFromPlugin(plugin: unknown, options: unknown = {}, packageName = 'the package'): TextAdapter | WireFormat {
  checkParts(plugin, packageName)
  checkSpecVersion(plugin)
  return plugin.create(parseOptions(plugin.options, options, plugin.id))
}

function checkParts(value: unknown, packageName: string): asserts value is Plugin {
  const { id, options, create } = Object(value) as Partial<Plugin>
  const missing = [
    typeof id !== 'string' && 'id',
    // Schemas of some libraries are functions.
    !('~standard' in Object(options)) && 'options (a Standard Schema, as of zod)',
    typeof create !== 'function' && 'create()',
  ].filter(Boolean)
  if (missing.length === 0) return
  throw new ReasonError(
    'REASON_INVALID_PLUGIN',
    `The default export of ${packageName} is not a Reason plugin: it has no ${missing.join(', ')}.`,
  )
}
