import type { Part, Stage } from '@reason/core'
import type { Channel } from '@reason/core/parts'

const all: readonly Channel[] = ['reasoning', 'commentary', 'answer']

/** Removes channels from the parts: their blocks, and native parts that may repeat them. All other parts pass, including usage and warnings. */
export function withhold(...channels: readonly Channel[]): Stage {
  // A misspelt channel would stay visible.
  const unknown = channels.find((channel) => !all.includes(channel))
  if (unknown !== undefined) throw new TypeError(`withhold() knows no channel "${String(unknown)}". There are: ${all.join(', ')}.`)
  const hidden = new Set<Channel>(channels)
  // An adapter or a rule may invent a channel. Its text counts as reasoning, because it may be.
  const isHidden = (channel: Channel): boolean => hidden.has(all.includes(channel) ? channel : 'reasoning')
  return {
    passes: ({ channel }) => !isHidden(channel),
    push: (part) => (channelOf(part) === undefined || !isHidden(channelOf(part)!) ? [part] : []),
  }
}

const channelOf = (part: Part): Channel | undefined => ('channel' in part ? part.channel : undefined)
