export { withNamedFaults } from './named-faults.ts'
export { loadPlugin, type LoadPluginOptions } from './load-plugin.ts'
