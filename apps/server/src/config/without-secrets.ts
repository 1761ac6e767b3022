import type { SettingName, ServerSettings } from './settings.ts'
import { withoutPasswords } from '@reason/gateway/errors'

/** Masks passwords in addresses, and the arguments of key commands. */
export function withoutSecrets(name: SettingName, value: unknown): unknown {
  if (name === 'upstreamKeyCommand') return (value as string[]).map((word, index) => (index === 0 ? word : '***'))
  if (name === 'upstreams') return (value as NonNullable<ServerSettings['upstreams']>).map(upstreamWithoutSecrets)
  return typeof value === 'string' ? withoutPasswords(value) : value
}

function upstreamWithoutSecrets(entry: NonNullable<ServerSettings['upstreams']>[number]): object {
  const { url, proxy, key } = entry
  const command = key?.command
  return {
    ...entry,
    url: withoutPasswords(url),
    ...(proxy !== undefined && { proxy: withoutPasswords(proxy) }),
    ...(command !== undefined && { key: { command: withoutSecrets('upstreamKeyCommand', command) } }),
  }
}
