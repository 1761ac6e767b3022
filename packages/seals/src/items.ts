import type { Block, Item } from '@reason/core/result'

export const isAnswer = (item: Item): item is Block => item.type === 'block' && item.channel === 'answer'
export const isReasoning = (item: Item): item is Block => item.type === 'block' && item.channel === 'reasoning'
export const isCommentary = (item: Item): boolean => item.type === 'block' && item.channel === 'commentary' && item.text !== ''
