import type { TextAdapter } from './adapter.ts'
import { ReasonError } from './errors.ts'
import { parseOptions } from './options.ts'
import { checkSpecVersion, type Plugin } from './plugin.ts'
import type { WireFormat } from './wire.ts'

/**
 * Makes the adapter of a plugin that was imported from `packageName`.
 *
 * @throws {ReasonError} `REASON_INVALID_PLUGIN`, `REASON_SPEC_VERSION` or `REASON_INVALID_OPTIONS`.
 */
export function createFromPlugin(plugin: unknown, options: unknown = {}, packageName = 'the package'): TextAdapter | WireFormat {
  if (!isPlugin(plugin)) {
    throw new ReasonError(
      'REASON_INVALID_PLUGIN',
      `The default export of ${packageName} is not a Reason plugin: it needs specVersion, id, options and create.`,
    )
  }
  checkSpecVersion(plugin)
  return plugin.create(parseOptions(plugin.options, options, plugin.id))
}

function isPlugin(value: unknown): value is Plugin {
  const { id, options, create } = Object(value) as Partial<Plugin>
  // The schemas of some libraries are functions.
  return typeof id === 'string' && typeof create === 'function' && '~standard' in Object(options)
}
