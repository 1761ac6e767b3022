import { createChatBody } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'

export const { kept, toExtra, isFromHere, keep, readBody, readCall, writeTools } = createChatBody(WIRE)
