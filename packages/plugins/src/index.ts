export { loadPlugin, type LoadPluginOptions } from './load-plugin.ts'
