export { withNamedFaults } from './named-faults.ts'
export { loadPlugin, loadRule, type LoadedRule, type LoadPluginOptions } from './load-plugin.ts'
